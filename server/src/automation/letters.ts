import { letterKind } from '../kit/mail/letters';

interface About {
  readonly project: string;
  readonly number: number;
  readonly rule: string;
  /** What the rule's author wrote. */
  readonly words: string;
}

export const ruleNotice = letterKind<About>('automation.notice', {
  sample: { project: 'Ткацький двір', number: 128, rule: 'Великі замовлення', words: 'Перевірте адресу доставки.' },
  ua: ({ project, number, rule, words }) => ({
    subject: `Замовлення № ${number}: ${rule}`,
    paragraphs: ['Вітаємо.', words, `Замовлення № ${number} у проєкті «${project}».`],
    button: 'Відкрити замовлення',
    why: `Цей лист надіслано за правилом «${rule}», яке працює у проєкті «${project}».`,
  }),
  en: ({ project, number, rule, words }) => ({
    subject: `Order № ${number}: ${rule}`,
    paragraphs: ['Hello.', words, `Order № ${number} of the project “${project}”.`],
    button: 'Open the order',
    why: `This letter was sent by the rule “${rule}” of the project “${project}”.`,
  }),
});
