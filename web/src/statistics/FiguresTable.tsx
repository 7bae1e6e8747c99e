import type { StatisticsFigures } from '@lanka/domain/statistics/contract';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Section } from '../kit/display/facts';
import { LineCell, LineHeads, LineTable } from '../kit/display/LineTable';
import { Opened } from '../kit/display/Opened';
import { Count, Money, Percent } from '../kit/display/values';
import { useText } from '../kit/text';
import { text } from './text';

/** Where the figures of a row are opened; none: they are of several. */
export interface RowLinks {
  readonly charged: string;
  readonly returned: string;
  readonly orders: string;
  /** Both what was sold and what came back, with its cost. */
  readonly lines: string;
}

export interface FiguresRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly figures: StatisticsFigures;
  readonly links: RowLinks | null;
  readonly isTotal?: boolean;
}

interface Props {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly FiguresRow[];
  readonly note?: string | undefined;
  readonly save: () => void;
  /** What stands beside the button: how the rows are chosen. */
  readonly choice?: ReactNode;
  /** What stands above the table. */
  readonly chart?: ReactNode;
  /** What stands below it: a button for further rows. */
  readonly more?: ReactNode;
}

/** Each figure opens what it is made of. */
export function FiguresTable({ title, head, rows, note, save, choice, chart, more }: Props) {
  const t = useText(text);
  return (
    <Section
      title={title}
      flush
      action={
        <Group gap="xs" wrap="nowrap">
          {choice}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconDownload size={16} />}
            aria-label={t.sheetOf(title)}
            onClick={save}
          >
            {t.sheet}
          </Button>
        </Group>
      }
    >
      {chart && <div className="statistics-group-chart">{chart}</div>}
      <LineTable many long={rows.length > 12}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <LineHeads names={t.heads} />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.key} row={row} labels={t.heads} />
          ))}
        </tbody>
      </LineTable>
      {more}
      {note && (
        <Text size="sm" c="dimmed" px="md" py="xs">
          {note}
        </Text>
      )}
    </Section>
  );
}

function Line({ row, labels }: { row: FiguresRow; labels: readonly string[] }) {
  const { name, figures, links, isTotal } = row;
  const cells = [
    <Opened key="r" to={figures.revenue === 0 ? undefined : links?.lines}>
      <Money kopecks={figures.revenue} className="nowrap" />
    </Opened>,
    <Opened key="c" to={figures.charged === 0 ? undefined : links?.charged}>
      <Money kopecks={figures.charged} className="nowrap" />
    </Opened>,
    <Opened key="b" to={figures.returned === 0 ? undefined : links?.returned}>
      <Money kopecks={figures.returned} className="nowrap" />
    </Opened>,
    <Opened key="s" to={figures.returned === 0 ? undefined : links?.returned}>
      <Percent part={figures.returned_share} />
    </Opened>,
    <Opened key="o" to={figures.orders === 0 ? undefined : links?.orders}>
      <Count value={figures.orders} />
    </Opened>,
    <Opened key="n" to={figures.charged_orders === 0 ? undefined : links?.charged}>
      <Count value={figures.charged_orders} />
    </Opened>,
    <Opened key="a" to={figures.average === null ? undefined : links?.charged}>
      <Money kopecks={figures.average} className="nowrap" />
    </Opened>,
    <Opened key="m" to={figures.margin === null ? undefined : links?.lines}>
      <Money kopecks={figures.margin} className="nowrap" />
    </Opened>,
    <Opened key="p" to={figures.margin_share === null ? undefined : links?.lines}>
      <Percent part={figures.margin_share} />
    </Opened>,
  ];
  return (
    <tr className={isTotal ? 'line-total' : undefined}>
      <td className="line-name">
        <Text fw={500} className="wrap-anywhere" component="div">
          {name}
        </Text>
      </td>
      {cells.map((cell, i) => (
        <LineCell key={cell.key} label={labels[i] ?? ''}>
          {cell}
        </LineCell>
      ))}
    </tr>
  );
}
