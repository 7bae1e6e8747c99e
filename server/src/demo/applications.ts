import { createApplication, decideApplication, withdrawApplication } from '@lanka/domain/applications/contract';
import {
  markMessagesRead,
  markMyMessagesRead,
  writeMessage,
  writeMyMessage,
} from '@lanka/domain/applications/messages';
import { updateMe } from '@lanka/domain/identity/contract';
import { listGroups } from '@lanka/domain/partners/groups';
import { createProject, updateProject } from '@lanka/domain/projects/contract';
import type { Person } from './caller';
import type { Place } from './catalogue';
import { choosePlans } from './demo.store';
import { NEWCOMERS } from './groups';
import { enter, HOUR, morning, type Stage } from './stage';
import type { Happening } from './story';

type End = 'approved' | 'rejected' | 'blocked' | 'withdrawn' | null;

/** What both sides write before the decision, in turns, the applicant first. */
type Talk = readonly string[];

interface Applicant {
  readonly talk?: Talk;
  readonly email: string;
  readonly name: string;
  readonly phone: string;
  readonly description: string;
  readonly adv_source: string;
  readonly cover_text: string;
  readonly daysAgo: number;
  readonly end: End;
  readonly reason?: string;
}

/** Dropshippers who want to sell what the first project makes, and what became of it. */
const APPLICANTS: readonly Applicant[] = [
  {
    email: 'kateryna@demo.lanka.test',
    name: 'Катерина Дорошенко',
    phone: '380671112201',
    description: 'Магазин домашнього текстилю в Instagram, 14 тисяч підписників. Працюю з 2021 року.',
    adv_source: 'Instagram; Telegram',
    cover_text: 'Доброго дня. Продаю постіль і рушники, у середньому 120 замовлень на місяць. Цікавить сатин і льон.',
    talk: [
      'Доброго дня! Яка знижка від 100 замовлень на місяць?',
      'Вітаємо, Катерино. Починаємо з 5 %, від 100 замовлень – 7 %. Чи потрібна відстрочка?',
      'Так, тиждень мене влаштує. Ще питання: чи вкладаєте рекламні листівки?',
    ],
    daysAgo: 2,
    end: null,
  },
  {
    email: 'bohdan@demo.lanka.test',
    name: 'Богдан Яремчук',
    phone: '380501112202',
    description: 'Інтернет-магазин «Тепла хата» на Хорошопі та Розетці.',
    adv_source: 'Google (пошук); Рекомендація знайомих',
    cover_text: 'Хочемо додати ваші пледи й покривала. Потрібен фід для Розетки, відправляємо щодня.',
    daysAgo: 1,
    end: null,
  },
  {
    email: 'yulia@demo.lanka.test',
    name: 'Юлія Гаврилюк',
    phone: '380961112203',
    description: 'Дитячий одяг і текстиль для дому, TikTok.',
    adv_source: 'TikTok; Instagram',
    cover_text: 'Починаю працювати за дропшипінгом, маю 6 тисяч підписників у TikTok.',
    daysAgo: 12,
    end: 'approved',
  },
  {
    email: 'ihor@demo.lanka.test',
    name: 'Ігор Савчук',
    phone: '380631112204',
    description: '',
    adv_source: 'Інше',
    cover_text: 'Надішліть прайс.',
    daysAgo: 9,
    end: 'rejected',
    reason: 'Працюємо з тими, хто вже має магазин або сторінку з товарами. Напишіть нам, коли вона з’явиться.',
  },
  {
    email: 'larysa@demo.lanka.test',
    name: 'Лариса Кот',
    phone: '380731112205',
    description: 'Оголошення на OLX.',
    adv_source: 'Інше',
    cover_text: 'Продаю на OLX, хочу ваші рушники.',
    daysAgo: 15,
    end: 'blocked',
    reason: 'Виставляла наші фото з цінами, нижчими за рекомендовані',
  },
  {
    email: 'denys@demo.lanka.test',
    name: 'Денис Мазур',
    phone: '380681112206',
    description: 'Маркетплейси Prom і Kasta.',
    adv_source: 'Facebook',
    cover_text: 'Цікавлять халати та рушники для Kasta.',
    daysAgo: 6,
    end: 'withdrawn',
  },
];

interface Maker {
  readonly talk?: Talk;
  readonly email: string;
  readonly owner: string;
  readonly title: string;
  readonly category: 'Дім і сад' | 'Меблі та інтер’єр' | 'Краса та здоров’я';
  readonly legal_name: string;
  readonly edropoy_code: string;
  readonly description: string;
  readonly minimum_order: string;
  readonly delivery_time: string;
  /** What became of the demo dropshipper's application; left out: he has not found it yet. */
  readonly daysAgo?: number;
  readonly end?: End;
  readonly reason?: string;
}

/** Small makers who show themselves; the demo dropshipper has applied to most of them. */
const MAKERS = {
  pottery: {
    email: 'pottery@demo.lanka.test',
    owner: 'Марта Гончар',
    title: 'Глина й вогонь',
    category: 'Дім і сад',
    legal_name: 'ФОП Гончар Марта Петрівна',
    edropoy_code: '2958304167',
    description: '## Кераміка ручної роботи\n\nМиски, чашки та вази **з опішнянської глини**. Кожен виріб підписаний.',
    minimum_order: 'Від 1 виробу',
    delivery_time: '1–3 дні, розписане на замовлення – 10 днів',
    talk: [
      'Доброго дня! Чи можна замовляти по одному виробу?',
      'Так, від одного. Надішліть, будь ласка, посилання на ваш магазин.',
    ],
    daysAgo: 1,
    end: null,
  },
  candles: {
    email: 'candles@demo.lanka.test',
    owner: 'Софія Лис',
    title: 'Свічки Софії',
    category: 'Дім і сад',
    legal_name: 'ФОП Лис Софія Андріївна',
    edropoy_code: '3271602583',
    description: '## Соєві свічки\n\nАромати з українських трав, склянка або жерстяна баночка.',
    minimum_order: 'Від 500 ₴',
    delivery_time: '1–2 дні',
    daysAgo: 8,
    end: 'rejected',
    reason: 'Поки що не встигаємо за замовленнями, нових дропшиперів беремо з січня.',
  },
  oak: {
    email: 'oak@demo.lanka.test',
    owner: 'Петро Дуб',
    title: 'Дубова майстерня',
    category: 'Меблі та інтер’єр',
    legal_name: 'ФОП Дуб Петро Васильович',
    edropoy_code: '3419250731',
    description: '## Полиці й столики\n\nМасив дуба, оздоблення олією. Виготовлення за вашими розмірами.',
    minimum_order: 'Від 1 виробу',
    delivery_time: '7–14 днів',
    daysAgo: 5,
    end: 'withdrawn',
  },
  soap: {
    email: 'soap@demo.lanka.test',
    owner: 'Ганна Лугова',
    title: 'Мильна крамниця',
    category: 'Краса та здоров’я',
    legal_name: 'ФОП Лугова Ганна Іванівна',
    edropoy_code: '3067184287',
    description: '## Мило ручної роботи\n\nХолодний спосіб, олії **без пальмової**, трави з полтавських лугів.',
    minimum_order: 'Від 300 ₴',
    delivery_time: '1–2 дні',
  },
} as const satisfies Record<string, Maker>;

/** What the decision of an application says besides its state. */
const DECISIONS = {
  approved: { payment_days: 7 },
  rejected: {},
  blocked: {},
} as const;

interface Sent {
  readonly talk?: Talk | undefined;
  readonly project_id: string;
  readonly applicant: Person;
  readonly owner: Person;
  readonly cover_text: string;
  readonly daysAgo: number;
  readonly end: End;
  readonly reason?: string | undefined;
  /** Into which an approval puts him. */
  readonly group_ids?: readonly string[];
}

/** An application on one day, and what came of it on the next. */
function planOne(stage: Stage, sent: Sent): Happening[] {
  const { project_id, applicant, owner, cover_text, talk = [], daysAgo, end, reason, group_ids = [] } = sent;
  let id = '';
  const at = morning(stage.now, daysAgo);
  const params = { project_id };
  const apply = async () => {
    id = (await stage.call(applicant, createApplication, { params, body: { cover_text, consent: true } })).id;
  };
  const finish = async () => {
    if (end === 'withdrawn') await stage.call(applicant, withdrawApplication, { params: { ...params, id } });
    else if (end)
      await stage.call(owner, decideApplication, {
        params: { ...params, id },
        body: {
          ...{ status: end, consent: true, ...DECISIONS[end] },
          ...(reason ? { reason } : {}),
          ...(end === 'approved' ? { group_ids: [...group_ids] } : {}),
        },
      });
  };
  /** Whoever answers has read what was written to him. */
  const say = async (text: string, nth: number) => {
    const number = { number: nth };
    if (nth % 2 === 0) {
      if (nth > 0) await stage.call(applicant, markMyMessagesRead, { params: { id }, body: number });
      await stage.call(applicant, writeMyMessage, { params: { id }, body: { text } });
    } else {
      await stage.call(owner, markMessagesRead, { params: { ...params, id }, body: number });
      await stage.call(owner, writeMessage, { params: { ...params, id }, body: { text } });
    }
  };
  const said = talk.map((text, nth) => ({ at: at + (nth + 1) * HOUR, run: () => say(text, nth) }));
  return [{ at, run: apply }, ...said, ...(end ? [{ at: at + 26 * HOUR, run: finish }] : [])];
}

async function openMaker(stage: Stage, maker: Maker): Promise<Place> {
  const { title, category, legal_name, edropoy_code, description, minimum_order, delivery_time } = maker;
  const owner = await enter(stage, maker.email, maker.owner);
  const legal = { legal_type: 'ФОП' as const, legal_name, edropoy_code, contact_person: maker.owner };
  const project = { title, category, ...legal };
  const { id } = await stage.call(owner, createProject, { body: { project } });
  await stage.call(owner, updateProject, {
    params: { project_id: id },
    body: {
      project: {
        description,
        minimum_order,
        delivery_time,
        delivery: 'Нова пошта та Укрпошта по всій Україні',
        returns: 'Приймаємо 14 днів, якщо виріб цілий',
        catalogue_visible: true,
      },
    },
  });
  return { project_id: id, owner };
}

/**
 * Applications in each state on both sides: those to the first project, and those of the demo dropshipper.
 * @returns what happens, who took part, whose sessions end with the loading, and the small makers
 */
export async function planApplications(
  stage: Stage,
  { supplier, dropshipper }: { readonly supplier: Person; readonly dropshipper: Person },
  project_id: string,
): Promise<{
  happenings: Happening[];
  people: Person[];
  projects: string[];
  makers: Record<keyof typeof MAKERS, Place>;
}> {
  const body = {
    project: {
      description: '## Домашній текстиль\n\nПостіль, рушники й пледи **власного виробництва** у Львові.',
      minimum_order: 'Від 1 одиниці',
      delivery_time: '1–2 дні',
      delivery: 'Нова пошта, Укрпошта, самовивіз',
      returns: '14 днів, якщо збережено упаковку',
      catalogue_visible: true,
    },
  };
  await stage.call(supplier, updateProject, { params: { project_id }, body });
  const happenings: Happening[] = [];
  const people: Person[] = [];
  const groups = await stage.call(supplier, listGroups, { params: { project_id } });
  const group_ids = groups.items.filter(({ name }) => name === NEWCOMERS).map(({ id }) => id);
  for (const { email, name, phone, description, adv_source, ...sent } of APPLICANTS) {
    const applicant = await enter(stage, email, name, phone);
    people.push(applicant);
    await stage.call(applicant, updateMe, { body: { drop_description: description, adv_source } });
    happenings.push(...planOne(stage, { ...sent, project_id, applicant, owner: supplier, group_ids }));
  }
  const makers = {
    pottery: await openMaker(stage, MAKERS.pottery),
    candles: await openMaker(stage, MAKERS.candles),
    oak: await openMaker(stage, MAKERS.oak),
    soap: await openMaker(stage, MAKERS.soap),
  };
  for (const key of Object.keys(MAKERS) as (keyof typeof MAKERS)[]) {
    const { title, talk, daysAgo, end, reason }: Maker = MAKERS[key];
    people.push(makers[key].owner);
    if (daysAgo === undefined || end === undefined) continue;
    const cover_text = `Доброго дня. Продаю товари для дому, хочу додати «${title}» до свого магазину.`;
    const sent = { ...makers[key], applicant: dropshipper, cover_text, talk, daysAgo, end, reason };
    happenings.push(...planOne(stage, sent));
  }
  const projects = Object.values(makers).map((one) => one.project_id);
  await choosePlans(
    stage.tx,
    {
      projects: Object.fromEntries(projects.map((id) => [id, 'manufacturer-basic-monthly' as const])),
      users: Object.fromEntries(
        [dropshipper, ...people].map(({ user_id }) => [user_id, 'dropshipper-standard-monthly' as const]),
      ),
    },
    new Date(morning(stage.now, 31)).toISOString(),
  );
  return { happenings, people, projects, makers };
}
