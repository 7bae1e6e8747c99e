/** Where the chosen waybills go: into a new register, or into one of the newest. */
import * as contract from '@lanka/domain/delivery/contract';
import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useAction, useCall } from '../kit/http/query';
import { messageOf } from '../kit/overlay/notify';
import { useProjectId } from '../kit/session';
import { useText } from '../kit/text';
import { text } from './text';

const NEW = 'new';
const SHOWN = 10;

export function RegisterDialog({ rows, close }: { rows: readonly contract.WaybillRow[]; close: () => void }) {
  const t = useText(text);
  const project_id = useProjectId();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(NEW);
  const known = useCall(contract.listRegisters, { params: { project_id }, query: { limit: SHOWN } });
  const open = (known.data?.items ?? []).filter(({ state }) => state !== 'removing' && state !== 'removed');
  const onSuccess = ({ id }: contract.Register) => void navigate(`/cp/delivery/registers/${id}`);
  const create = useAction(contract.createRegister, { quiet: true, onSuccess });
  const add = useAction(contract.addToRegister, { quiet: true, onSuccess });
  const body = { waybill_ids: rows.map(({ id }) => id) };
  const error = create.error ?? add.error;
  const isTooMany = rows.length > contract.MAX_AT_ONCE;
  const go = () =>
    chosen === NEW
      ? create.mutate({ params: { project_id }, body })
      : add.mutate({ params: { project_id, id: chosen }, body });
  return (
    <Modal opened onClose={close} title={t.registerChoose(rows.length)} centered>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t.registerText}
        </Text>
        <Radio.Group value={chosen} onChange={setChosen} aria-label={t.register}>
          <Stack gap="sm">
            <Radio value={NEW} label={t.registerNew} />
            {open.map(({ id, number, count }) => (
              <Radio key={id} value={id} label={`${t.registerOf(number)}, ${t.waybillsOf(count)}`} />
            ))}
          </Stack>
        </Radio.Group>
        {isTooMany && <Alert color="orange">{t.tooManyWaybills(contract.MAX_AT_ONCE)}</Alert>}
        {error && <Alert color="red">{messageOf(error)}</Alert>}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t.cancel}
          </Button>
          {!isTooMany && (
            <Button loading={create.isPending || add.isPending} onClick={go}>
              {t.registerPut}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}
