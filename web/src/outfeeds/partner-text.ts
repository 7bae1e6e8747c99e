import { CLOSING_DAYS, type PartnerChoice } from '@lanka/domain/outfeeds/contract';
import type { StatusTable } from '../kit/display/status';
import { texts } from '../kit/text';

export const partnerState: StatusTable<'allowed' | 'refused'> = {
  allowed: { color: 'green', ua: 'Дозволено', en: 'Allowed' },
  refused: { color: 'gray', ua: 'Немає', en: 'No' },
};

export const partnerText = texts({
  ua: {
    title: 'Фіди із цінами закупівлі',
    subtitle:
      'Дропшипер бере за секретною адресою ваші товари зі своєю ціною закупівлі й рекомендованою ціною: для власного сайту, складської програми або іншої «Ланки»',
    forAll: 'Дозволити всім дропшиперам',
    forAllHint: `Крім тих, для кого нижче вибрано інше. Хто втратить дозвіл, у того ${CLOSING_DAYS} днів усе у фіді показано як відсутнє без цін закупівлі, потім адреса не працює`,
    dropshipper: 'Дропшипер',
    holds: 'Доступ',
    choice: 'Дозвіл',
    choiceOf: (name: string) => `Дозвіл для «${name}»`,
    choices: {
      as_all: 'Як усім',
      allowed: 'Дозволено',
      refused: 'Заборонено',
    } satisfies Record<PartnerChoice, string> as Record<PartnerChoice, string>,
    feeds: 'Фідів',
    empty: 'Дропшиперів ще немає',
    emptyText: 'Тут будуть дропшипери, які мають доступ до проєкту.',
    saved: 'Збережено',
    open: 'Фіди із цінами закупівлі',
    formatHint: 'Ваша ціна закупівлі за вашими умовами й рекомендована ціна. Адресу не показуйте нікому',
    address:
      'У цьому фіді – ваші ціни закупівлі: дайте адресу лише власній програмі або «Ланці» («Імпорт товарів», «За розкладом»).',
  },
  en: {
    title: 'Feeds with purchase prices',
    subtitle:
      'A dropshipper takes your goods by a secret address with what he pays and what is recommended: for a site of his own, a warehouse program or another Lanka',
    forAll: 'Allow it to all dropshippers',
    forAllHint: `But those for whom something else is chosen below. Whoever loses it has a feed in which all reads as sold out and no purchase price stands for ${CLOSING_DAYS} days, then the address is dead`,
    dropshipper: 'Dropshipper',
    holds: 'Access',
    choice: 'Permission',
    choiceOf: (name: string) => `Permission for “${name}”`,
    choices: { as_all: 'As all', allowed: 'Allowed', refused: 'Refused' },
    feeds: 'Feeds',
    empty: 'No dropshippers yet',
    emptyText: 'Dropshippers who have access to the project will stand here.',
    saved: 'Saved',
    open: 'Feeds with purchase prices',
    formatHint: 'What you pay by your terms, and what is recommended. Show the address to nobody',
    address:
      'This feed has what you pay: give the address only to a program of your own or to a Lanka (“Product import”, “By the clock”).',
  },
});
