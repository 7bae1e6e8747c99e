import './manufacture.css';
import type { ManufactureRequest } from '@lanka/domain/manufacture/contract';
import { leftOf } from '@lanka/domain/manufacture/rules';
import { Portal } from '@mantine/core';
import type { ReactNode } from 'react';
import { titleOf } from '../catalog';
import { DateOnly } from '../kit/display/values';
import { formatCount } from '../kit/format';
import { useText } from '../kit/text';
import { text } from './text';

/** The sheet that hangs in the workshop; seen only where the page is printed, and then instead of it. */
export function PrintSheet({ request }: { request: ManufactureRequest }) {
  const t = useText(text);
  const facts: { label: string; value: ReactNode; hidden?: boolean }[] = [
    { label: t.deadline, value: request.deadline ? <DateOnly date={request.deadline} /> : t.noDeadline },
    { label: t.producer, value: request.producer?.name ?? t.anyProducer },
    { label: t.order, value: `№ ${request.order?.number}`, hidden: !request.order },
    { label: t.comment, value: request.comment, hidden: !request.comment },
    ...request.order_comments.map((value) => ({ label: t.orderComment, value })),
  ];
  return (
    <Portal>
      <div className="print-sheet">
        <p className="print-title">{`${t.requestOf} № ${request.number}`}</p>
        <dl>
          {facts.map(({ label, value, hidden }, i) =>
            hidden ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: they are texts, and are not moved
              <div key={i}>
                <dt>{`${label}:`}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        <table>
          <thead>
            <tr>
              <th>№</th>
              <th colSpan={2}>{t.product}</th>
              <th>{t.wanted}</th>
              <th>{t.left}</th>
              <th>{t.madeByHand}</th>
            </tr>
          </thead>
          <tbody>
            {request.lines.map((line, i) => (
              <tr key={line.product_variant_id}>
                <td>{i + 1}</td>
                <td className="print-photo">{line.thumbnail_url && <img src={line.thumbnail_url} alt="" />}</td>
                <td>
                  <strong>{titleOf(line)}</strong>
                  {line.sku && <div>{line.sku}</div>}
                  {line.materials && <div>{`${t.materials}: ${line.materials}`}</div>}
                </td>
                <td className="print-number">{formatCount(line.count)}</td>
                <td className="print-number">{formatCount(leftOf(line))}</td>
                <td className="print-blank" />
              </tr>
            ))}
          </tbody>
        </table>
        <p className="print-signs">
          <span>{t.madeSign}</span>
          <span>{t.takenSign}</span>
        </p>
      </div>
    </Portal>
  );
}
