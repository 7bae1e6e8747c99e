import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet, { type HelmetOptions } from 'helmet';
import type { Config } from '../platform/config';

/** What pages of ours may ask of the browser: the camera, to scan codes, and nothing else of that kind. */
const PERMISSIONS_POLICY = [
  'camera=(self)',
  ...['geolocation', 'microphone', 'payment', 'usb', 'bluetooth', 'serial', 'hid', 'midi', 'display-capture'].map(
    (power) => `${power}=()`,
  ),
].join(', ');

type Settings = Pick<Config, 's3' | 'publicUrl' | 'googleTagId' | 'analyticsUrl'>;

/** The headers that every answer carries. They are the same for all, so they are made once. */
export function securityHeaders(config: Settings): Readonly<Record<string, string>> {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(optionsFor(config))(answer.req, answer, (error) => {
    if (error) throw error;
  });
  const headers = Object.entries(answer.getHeaders()).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(headers), 'permissions-policy': PERMISSIONS_POLICY };
}

function optionsFor(config: Settings): HelmetOptions {
  const fileStore = config.s3 ? [new URL(config.s3.endpoint).origin] : [];
  const analytics = analyticsSources(config);
  return {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // styles of single elements are set by the interface kit; scripts are files of ours alone
        styleSrc: ["'self'", "'unsafe-inline'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...analytics.script],
        imgSrc: ["'self'", 'data:', 'blob:', ...fileStore, ...analytics.image],
        connectSrc: ["'self'", ...fileStore, ...analytics.connect],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:'),
    // as frame-ancestors, for browsers that do not know it
    xFrameOptions: { action: 'deny' },
  };
}

/** The only outside addresses of the pages' policy, and only where the deployment has chosen a provider. */
function analyticsSources({ googleTagId, analyticsUrl }: Settings) {
  const tag = googleTagId ? ['https://*.googletagmanager.com'] : [];
  const google = googleTagId ? [...tag, 'https://*.google-analytics.com', 'https://*.analytics.google.com'] : [];
  return { script: tag, image: google, connect: [...google, ...(analyticsUrl ? [new URL(analyticsUrl).origin] : [])] };
}
