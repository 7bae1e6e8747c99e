import { type CreateFieldBody, createField, type TemplateSet } from '@lanka/domain/templates/contract';
import type { Person } from './caller';
import type { Stage } from './stage';

/** What a text says of the fabric: the first that fits. */
const FABRICS: readonly (readonly [RegExp, string])[] = [
  [/сатин/i, 'Сатин'],
  [/льон/i, 'Льон'],
  [/бавовн/i, 'Бавовна'],
  [/трикотаж/i, 'Трикотаж'],
  [/махров/i, 'Махра'],
];

/** The value of the field «Тканина» for a product with this description. */
export const fabricOf = (text: string): string | undefined => FABRICS.find(([word]) => word.test(text))?.[1];

/** «Догляд» by the fabric. */
export const CARE: Readonly<Record<string, string>> = {
  Сатин: 'Прати при 40 °C навиворіт, не вибілювати. Прасувати вологим.',
  Льон: 'Прати при 40 °C, віджим до 600 обертів. Прасувати вологим з парою.',
  Бавовна: 'Прати при 40 °C, темне окремо від світлого. Сушити в тіні.',
  Трикотаж: 'Прати при 30 °C навиворіт, сушити розкладеним.',
  Махра: 'Прати при 60 °C без кондиціонера: від нього махра гірше вбирає воду.',
};

/** «Обхват грудей» by the size. */
export const BUST: Readonly<Record<string, number>> = { XS: 84, S: 88, M: 92, L: 98, XL: 104, XXL: 110 };

/** «Напис на вишивці»: what customers ask for. */
export const EMBROIDERY: readonly string[] = ['Олена', 'Мамі з любов’ю', 'А. і М.', '24.08', 'Родина Коваль'];

const FIELDS: readonly (CreateFieldBody & { readonly set: TemplateSet })[] = [
  {
    ...{ set: 'product', key: 'fabric', name: 'Тканина', type: 'select', show_in_list: true, on_papers: true },
    in_feeds: true,
    options: FABRICS.map(([, name]) => name),
  },
  { set: 'product', key: 'care', name: 'Догляд', type: 'long_text' },
  { set: 'product_modification', key: 'bust', name: 'Обхват грудей, см', type: 'number' },
  { set: 'order', key: 'gift', name: 'Подарункове пакування', type: 'yes_no', show_in_list: true, on_papers: true },
  { set: 'order_item', key: 'embroidery', name: 'Напис на вишивці', type: 'text', on_papers: true },
];

/** The templates of a project that sews: what its goods and orders have besides what all have. */
export async function addTemplates(stage: Stage, owner: Person, project_id: string): Promise<void> {
  for (const { set, ...body } of FIELDS) await stage.call(owner, createField, { params: { project_id, set }, body });
}
