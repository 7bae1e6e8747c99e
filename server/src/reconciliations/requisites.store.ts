import type { LegalType } from '@lanka/domain/kit/tax_code';
import { sql } from 'drizzle-orm';
import type { Tx } from '../kit/db/db';

/** One side of an act as papers name it. */
export interface Requisites {
  readonly name: string;
  readonly legal_type: LegalType | null;
  readonly tax_code: string;
  readonly ipn: string;
  readonly certificate_number: string;
  readonly iban: string;
  readonly bank_name: string;
  readonly address: string;
  readonly phone: string;
  readonly email: string;
}

export interface Parties {
  readonly supplier: Requisites;
  readonly counterparty: Requisites;
  /** The town where it is drawn up. */
  readonly place: string;
}

type Row = Record<string, string | null>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Both sides at this moment; the supplier by his main payment details, the counterparty as whoever has access says. */
export async function readParties(tx: Tx, projectId: string, counterpartyId: string): Promise<Parties> {
  const [own] = await tx.rows<Row>(sql`
    select p.title, p.legal_name, p.legal_type, p.edropoy_code, p.phone, a.region, a.city, a.address_line1, a.address_line2,
      d.account_number, d.bank_name, d.ipn, d.certificate_number
    from projects p
    left join addresses a on a.project_id = p.id
    left join lateral (select d.* from payment_details d where d.project_id = p.id and d.account_number <> ''
      order by d.main desc, d.created_at limit 1) d on true
    where p.id = ${projectId}`);
  const [theirs] = await tx.rows<Row>(sql`
    select c.name, c.legal_name, c.phone, c.email, u.drop_legal_type, u.drop_legal_name, u.edropoy_code, u.iban
    from counterparties c
    left join lateral (select m.user_id from memberships m
      where m.project_id = c.project_id and m.counterparty_id = c.id and m.ended_at is null limit 1) m on true
    left join users u on u.id = coalesce(m.user_id, c.user_id)
    where c.project_id = ${projectId} and c.id = ${counterpartyId}`);
  const legalName = textOf(theirs?.legal_name) || textOf(theirs?.drop_legal_name);
  return {
    place: textOf(own?.city),
    supplier: {
      name: textOf(own?.legal_name) || textOf(own?.title),
      legal_type: textOf(own?.legal_name) ? ((own?.legal_type as LegalType | null) ?? null) : null,
      tax_code: textOf(own?.edropoy_code),
      ipn: textOf(own?.ipn),
      certificate_number: textOf(own?.certificate_number),
      iban: textOf(own?.account_number),
      bank_name: textOf(own?.bank_name),
      address: [own?.region, own?.city, own?.address_line1, own?.address_line2].map(textOf).filter(Boolean).join(', '),
      phone: textOf(own?.phone),
      email: '',
    },
    counterparty: {
      name: legalName || textOf(theirs?.name),
      // a trade name takes no legal form
      legal_type: legalName ? ((theirs?.drop_legal_type as LegalType | null) ?? null) : null,
      tax_code: textOf(theirs?.edropoy_code),
      ipn: '',
      certificate_number: '',
      iban: textOf(theirs?.iban),
      bank_name: '',
      address: '',
      phone: textOf(theirs?.phone),
      email: textOf(theirs?.email),
    },
  };
}
