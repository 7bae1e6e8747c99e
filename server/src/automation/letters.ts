import { letterKind } from '../kit/mail/letters';

interface About {
  readonly project: string;
  readonly number: number;
  /** What the rule's author wrote. */
  readonly words: string;
}

export const ruleNotice = letterKind<About>('automation.notice', {
  sample: { project: 'Ткацький двір', number: 128, words: 'Перевірте адресу доставки.' },
  ua: ({ project, number, words }) => ({
    subject: `Замовлення № ${number} у проєкті «${project}»`,
    paragraphs: ['Вітаємо.', words],
    button: 'Відкрити замовлення',
    why: `Цей лист надіслано за правилом, яке встановив проєкт «${project}».`,
  }),
  en: ({ project, number, words }) => ({
    subject: `Order № ${number} of the project “${project}”`,
    paragraphs: ['Hello.', words],
    button: 'Open the order',
    why: `This letter was sent by a rule that the project “${project}” has set.`,
  }),
});
