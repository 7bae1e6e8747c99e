import { createUpload } from '@lanka/domain/files/contract';
import { createRequestForm, saveSiteForm, updateRequestForm } from '@lanka/domain/request_forms/contract';
import { createStaticData, type GivenContent, updateStaticData } from '@lanka/domain/static_data/contract';
import { addPastRequests } from '../request_forms';
import type { Person } from './caller';
import { draw } from './draw';
import { HOUR, type Stage } from './stage';

const DATA: readonly { key: string; name: string; content: GivenContent }[] = [
  { key: 'phone', name: 'Телефон на сайті', content: { type: 'text', value: '067 000 10 00' } },
  {
    key: 'working_hours',
    name: 'Графік роботи',
    content: { type: 'list', value: ['Пн–Пт 9:00–18:00', 'Сб 10:00–15:00'] },
  },
  { key: 'delivery_days', name: 'Відправляємо протягом, днів', content: { type: 'number', value: 2 } },
];

const REQUESTS = [
  {
    ...{ name: 'Одарка Нечуй', phone: '380670040011', email: null, hoursAgo: 3 },
    comment: 'Чи шиєте штори за розміром? Потрібно три вікна по 2,2 м, льон сірий.',
  },
  {
    ...{ name: 'Готель «Смерека»', phone: null, email: 'smereka@demo.lanka.test', hoursAgo: 28 },
    comment: 'Надішліть, будь ласка, прайс на постіль і рушники для 40 номерів.',
  },
  {
    ...{ name: 'Тарас Вишня', phone: '380500040012', email: null, hoursAgo: 75 },
    comment: 'Де можна побачити тканини у Львові?',
    note: 'Запросили в шоурум на суботу',
  },
] as const;

/** What the supplier keeps for a site of his own, the form that stands there, and what came by it. */
export async function addOwnSite(stage: Stage, owner: Person, manager: Person, project_id: string): Promise<void> {
  const params = { project_id };
  const made: string[] = [];
  for (const [position, body] of DATA.entries())
    made.push((await stage.call(owner, createStaticData, { params, body: { ...body, position } })).id);
  const upload = await stage.call(owner, createUpload, { params, body: { file_name: 'banner.jpg' } });
  await stage.app.storage.write(upload.file_name, await draw('curtain', 'бежевий', 2), 'image/jpeg');
  const content = { type: 'picture' as const, file_name: upload.file_name, alt: 'Лляні штори' };
  await stage.call(owner, createStaticData, { params, body: { key: 'banner', name: 'Банер на головній', content } });
  // the history has something to show
  await stage.call(owner, updateStaticData, {
    params: { project_id, id: made[0] ?? '' },
    body: { content: { type: 'text', value: '067 000 10 01' } },
  });
  await stage.call(owner, saveSiteForm, {
    params,
    body: {
      ...{
        enabled: true,
        origins: ['https://tekstyl-plius.example.com'],
        locale: 'ua',
        title: 'Запитайте про тканини',
      },
      ...{ notice: 'Надсилаючи форму, ви погоджуєтеся, що ми збережемо ваші контакти для відповіді.', thanks: '' },
    },
  });
  const page_url = 'https://tekstyl-plius.example.com/kontakty';
  const ids = await addPastRequests(
    stage.tx,
    project_id,
    REQUESTS.map(({ hoursAgo, ...one }) => ({ ...one, page_url, at: new Date(stage.now - hoursAgo * HOUR) })),
  );
  for (const [nth, one] of REQUESTS.entries())
    if ('note' in one)
      await stage.call(owner, updateRequestForm, {
        params: { project_id, id: ids[nth] ?? '' },
        body: { status: 'done', note: one.note },
      });
  // the owner is told of what another has written down
  await stage.call(manager, createRequestForm, {
    params,
    body: { name: 'Ярина Гук', phone: '0960040013', comment: 'Телефонувала: чи є халати розміру XXL' },
  });
}
