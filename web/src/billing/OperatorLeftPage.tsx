import { monthInWords } from '@lanka/domain/billing/lines';
import * as contract from '@lanka/domain/billing/prices';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from 'react-router';
import { Section } from '../kit/display/facts';
import { Money } from '../kit/display/values';
import { usePages } from '../kit/http/query';
import { MoreRows } from '../kit/list/MoreRows';
import { Page } from '../kit/page/page';
import { Loaded } from '../kit/page/states';
import { useLocale, useText } from '../kit/text';
import { OnlyStaff, ROOT } from '../operator';
import { invoiceText } from './invoice-text';
import { pricesText } from './prices-text';

export const OperatorLeftPage = () => (
  <OnlyStaff>
    <Left />
  </OnlyStaff>
);

/** `/cp/operator/billing/left/:month`: who paid for the month before and left with this one. */
function Left() {
  const t = useText(pricesText);
  const words = useText(invoiceText);
  const { locale } = useLocale();
  const { month = '' } = useParams();
  const query = usePages<contract.LeftPayer, { month: string; lost: number }>(contract.listLeftPayers, {
    params: { month },
    query: { limit: 100 },
  });
  const lost = query.last?.lost ?? 0;
  return (
    <Loaded query={query}>
      {(items) => (
        <Page
          title={t.leftTitle(monthInWords(query.last?.month ?? month, locale))}
          crumbs={[{ to: `${ROOT}/billing`, label: words.billing }]}
          narrow
        >
          <Text c="dimmed">{t.leftHint}</Text>
          {items.length === 0 ? (
            <Section empty={t.nobodyLeft} />
          ) : (
            <Section>
              <Stack gap="sm">
                {items.map(({ audience, payer_id, payer, paid, why }) => (
                  <Group key={payer_id} justify="space-between" wrap="nowrap" align="flex-start">
                    <div>
                      <Anchor
                        component={Link}
                        to={`${ROOT}/billing/payers/${audience}/${payer_id}`}
                        className="wrap-anywhere"
                      >
                        {payer}
                      </Anchor>
                      <Text size="sm" c="dimmed">
                        {words.audience[audience]} · {t.why[why]}
                      </Text>
                    </div>
                    <Money kopecks={paid} />
                  </Group>
                ))}
                <MoreRows list={query} />
                <Group justify="space-between">
                  <Text fw={600}>{t.lost}</Text>
                  <Money kopecks={lost} fw={600} />
                </Group>
              </Stack>
            </Section>
          )}
        </Page>
      )}
    </Loaded>
  );
}
