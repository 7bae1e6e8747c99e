import './statistics.css';
import { kyivDate } from '@lanka/domain/kit/time';
import * as mine from '@lanka/domain/statistics/mine';
import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Count, DateOnly, Money } from '../kit/display/values';
import { download } from '../kit/http/download';
import { usePages } from '../kit/http/query';
import { useListState } from '../kit/list/list';
import { MoreRows } from '../kit/list/MoreRows';
import { notifyError } from '../kit/overlay/notify';
import { Page } from '../kit/page/page';
import { EmptyState, Loaded } from '../kit/page/states';
import { useText } from '../kit/text';
import { orderPath } from '../orders';
import { mineText } from './mine-text';
import { PeriodTools, shownPeriod } from './PeriodTools';
import { text } from './text';

interface Total {
  total: { revenue: number; cost: number; fees: number; count: number };
}

/** What a dropshipper's figures are made of, line by line. */
export function MyLinesPage() {
  const m = useText(mineText);
  const t = useText(text);
  const state = useListState(mine.listMyStatisticsLines.query);
  const [asked] = useSearchParams();
  const today = kyivDate(new Date());
  const period = shownPeriod(state.values, today);
  const query = { ...state.values, ...period };
  const found = usePages<mine.MyLine, Total>(mine.listMyStatisticsLines, { query }, { keepPrevious: true });
  const of = asked.get('name');
  const save = () => {
    const whole = mine.readMyStatisticsLinesXlsx.query.parse(query);
    void download(mine.readMyStatisticsLinesXlsx, { query: whole }).catch(notifyError);
  };
  return (
    <Page
      title={of ? m.linesOf(of) : m.lines}
      crumbs={[{ to: `/cp/statistics?${new URLSearchParams({ ...period })}`, label: m.title }]}
      secondary={
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          aria-label={t.sheetOf(m.lines)}
          onClick={save}
        >
          {t.sheet}
        </Button>
      }
    >
      <PeriodTools period={period} today={today} set={state.set} />
      <Loaded query={found} isOld={found.isPlaceholderData}>
        {(items) =>
          items.length === 0 ? (
            <EmptyState drawing="orders" title={m.emptyLines} />
          ) : (
            <>
              <Lines items={items} total={found.last?.total} />
              <MoreRows list={found} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Lines({ items, total }: { items: readonly mine.MyLine[]; total: Total['total'] | undefined }) {
  const m = useText(mineText);
  const cells = (of: { count: number; revenue: number; cost: number; fees: number }) =>
    [
      <Count key="n" value={of.count} />,
      <Money key="r" kopecks={of.revenue} className="nowrap" />,
      <Money key="c" kopecks={of.cost} className="nowrap" />,
      <Money key="f" kopecks={of.fees} className="nowrap" />,
      <Money key="e" kopecks={of.revenue - of.cost - of.fees} className="nowrap" />,
    ].map((cell, at) => (
      <LineCell key={cell.key} label={m.lineHeads[at] ?? ''}>
        {cell}
      </LineCell>
    ));
  return (
    <LineTable many long={items.length > 12}>
      <thead>
        <tr>
          <th scope="col">{m.lines}</th>
          <LineHeads names={m.lineHeads} />
        </tr>
      </thead>
      <tbody>
        {items.map((line) => (
          <tr key={`${line.project_id} ${line.id}`}>
            <td className="line-name">
              <Text fw={500} className="wrap-anywhere" component="div">
                {[line.product_title, line.modification_title].filter(Boolean).join(' · ') || m.kind[line.kind]}
              </Text>
              <Text size="sm" c="dimmed" component="div">
                {line.order && (
                  <>
                    <Anchor component={Link} to={orderPath(line.order.id, line.project_id)} inherit underline="always">
                      {m.kind[line.kind]} № {line.order.prefix}
                      {line.order.number}
                    </Anchor>{' '}
                    ·{' '}
                  </>
                )}
                <DateOnly date={line.day} span inherit /> · {line.supplier}
              </Text>
            </td>
            {cells(line)}
          </tr>
        ))}
      </tbody>
      {total && (
        <tfoot>
          <tr className="line-total">
            <td className="line-name">{m.total}</td>
            {cells(total)}
          </tr>
        </tfoot>
      )}
    </LineTable>
  );
}
