import type { Services } from '../kit/services';
import type { Keys, Register } from './client';
import type { RegisterRecord } from './registers.store';

/** Where a sealed secret belongs: of another register it cannot be opened. */
const PLACES = { pin: 'checkbox pin', license_key: 'checkbox licence', webhook_key: 'checkbox webhook' } as const;
type Secret = keyof typeof PLACES;

export const seal = ({ secrets }: Services, what: Secret, register_id: string, text: string): Promise<string> =>
  secrets.seal(text, `${PLACES[what]} ${register_id}`);

const open = ({ secrets }: Services, what: Secret, register_id: string, sealed: string): Promise<string> =>
  secrets.open(sealed, `${PLACES[what]} ${register_id}`);

export async function sealKeys(app: Services, register_id: string, { pin, license_key }: Keys): Promise<Keys> {
  return {
    pin: await seal(app, 'pin', register_id, pin),
    license_key: await seal(app, 'license_key', register_id, license_key),
  };
}

/**
 * The register with its secrets in the clear, to be asked by. Null when it is disconnected.
 * @throws SecretUnreadableError
 */
export async function opened(
  app: Services,
  { project_id, id, pin, license_key }: Pick<RegisterRecord, 'project_id' | 'id' | 'pin' | 'license_key'>,
): Promise<Register | null> {
  if (pin === null || license_key === null) return null;
  return {
    project_id,
    pin: await open(app, 'pin', id, pin),
    license_key: await open(app, 'license_key', id, license_key),
  };
}

/** Its licence key; null when it cannot be read any more. */
export const licenseOf = async (
  app: Services,
  { id, license_key }: Pick<RegisterRecord, 'id' | 'license_key'>,
): Promise<string | null> =>
  license_key === null ? null : open(app, 'license_key', id, license_key).catch(() => null);

/** @throws SecretUnreadableError */
export const webhookKeyOf = (app: Services, { id, webhook_key }: RegisterRecord): Promise<string> =>
  open(app, 'webhook_key', id, webhook_key ?? '');
