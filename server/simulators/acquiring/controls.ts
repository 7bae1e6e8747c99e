import type { World } from '../simulator';
import { type Bank, newKeys, sign } from './index';
import { type Invoice, leftOf } from './kept';
import { decline, isOpen, pay } from './page';

/** What can go wrong with payments by card, on the page of the simulators. */
export function controls(world: World, bank: Bank): void {
  const { kept } = bank;
  const INVOICE = {
    name: 'invoice',
    title: { ua: 'Рахунок', en: 'Invoice' },
    options: () =>
      kept.invoices
        .slice(-20)
        .reverse()
        .map(({ invoiceId, amount, destination, status }) => ({
          value: invoiceId,
          title: `${(amount / 100).toFixed(2)} · ${status} · ${destination.slice(0, 40)}`,
        })),
  };
  /** Of this id, of this reference, or the last one. */
  const find = (given: string | undefined): Invoice => {
    const found = given
      ? kept.invoices.find(({ invoiceId, reference }) => invoiceId === given || reference === given)
      : kept.invoices.at(-1);
    if (!found) throw new Error('Рахунку немає / No such invoice');
    return found;
  };
  const act = (
    id: string,
    seen: { readonly ua: string; readonly en: string },
    ua: string,
    en: string,
    run: (invoice: Invoice, values: Readonly<Record<string, string>>) => unknown,
    more: readonly { readonly name: string; readonly title: { readonly ua: string; readonly en: string } }[] = [],
  ) =>
    world.control({
      ...{ id, title: { ua, en }, seen, fields: [INVOICE, ...more] },
      run: async (values) => {
        const invoice = find(values.invoice);
        await run(invoice, values);
        return `${invoice.invoiceId}: ${invoice.status}`;
      },
    });

  const onPage = (does: typeof pay) => (invoice: Invoice) => {
    if (!isOpen(bank, invoice)) throw new Error('На цьому рахунку вже не платять / Nobody can pay on it any more');
    return does(bank, invoice);
  };
  act(
    'pay',
    { ua: 'надходження в гаманці, один раз', en: 'a receipt in the wallet, once' },
    'Оплатити',
    'Pay',
    onPage(pay),
  );
  act(
    'decline',
    { ua: '«Не оплачено» з причиною банку; можна платити ще раз', en: '“Not paid”, with why; it can be paid anew' },
    'Відхилити картку',
    'Decline the card',
    onPage(decline),
  );
  act(
    'begin',
    { ua: '«Обробляється»: іншу суму поки не платять', en: '“Under way”: another sum is not paid meanwhile' },
    'Почати оплату і не закінчити',
    'Begin to pay, and come to no end',
    (invoice) => bank.change(invoice, { status: 'processing' }),
  );
  act(
    'expire',
    {
      ua: 'за кілька хвилин строк минув: банк не сповіщає, продукт питає сам',
      en: 'after some minutes it is over: the bank tells nothing, the product asks',
    },
    'Нехай строк мине (без сповіщення)',
    'Let it expire, calling nothing back',
    (invoice) => {
      Object.assign(invoice, { status: 'expired', modifiedDate: bank.now() });
    },
  );
  act(
    'again',
    { ua: 'нічого: платіж один', en: 'nothing: there is one payment' },
    'Надіслати останнє сповіщення ще раз',
    'Call the last event back again',
    async (invoice) => {
      const body = invoice.told.at(-1);
      if (body) await bank.call(invoice.webHookUrl, body);
    },
  );
  act(
    'disorder',
    { ua: 'нічого: старіше нічого не змінює', en: 'nothing: what is older changes nothing' },
    'Надіслати всі сповіщення навпаки',
    'Call all events back the other way round',
    async (invoice) => {
      for (const body of [...invoice.told].reverse()) await bank.call(invoice.webHookUrl, body);
    },
  );
  act(
    'forge',
    {
      ua: '403 у викликах, платіж не змінено, банк перепитано',
      en: '403 among the calls, the payment is as it was, the bank is asked',
    },
    'Надіслати підроблене «оплачено»',
    'Call back a forged «paid»',
    async (invoice) => {
      const body = JSON.stringify({
        ...{ invoiceId: invoice.invoiceId, status: 'success', amount: invoice.amount, ccy: invoice.ccy },
        ...{ finalAmount: invoice.amount, createdDate: invoice.createdDate, modifiedDate: bank.now() },
      });
      await world.send(invoice.webHookUrl, {
        ...{ body, headers: { 'content-type': 'application/json', 'x-sign': sign(body, newKeys().privateKey) } },
      });
    },
  );
  act(
    'refund',
    {
      ua: 'повернення в гаманці протягом доби або після «Перевірити»',
      en: 'the refund in the wallet within a day, or after “Check”',
    },
    'Повернути в кабінеті банку',
    'Refund at the bank’s own page',
    async (invoice, { amount }) => {
      const sum = amount ? Math.round(Number(amount.replace(',', '.')) * 100) : leftOf(invoice);
      if (!(sum > 0) || sum > leftOf(invoice)) throw new Error('Забагато / Too much');
      const moment = { createdDate: bank.now(), modifiedDate: bank.now() };
      invoice.cancelList.push({ status: 'success', amount: sum, extRef: '', ...moment });
      await bank.change(invoice, { status: leftOf(invoice) === 0 ? 'reversed' : 'success' });
    },
    [{ name: 'amount', title: { ua: 'Сума, ₴ (порожньо – уся)', en: 'Sum, ₴ (empty: all)' } }],
  );
  world.control({
    seen: { ua: 'стільки ж на балансі', en: 'as much on the balance' },
    ...{ id: 'charged', title: { ua: 'Скільки списано з картки, коп.', en: 'What the card was charged, kopecks' } },
    fields: [INVOICE],
    run: ({ invoice: given }) => {
      const invoice = find(given);
      return String(invoice.status === 'success' || invoice.status === 'reversed' ? leftOf(invoice) : 0);
    },
  });
  world.control({
    seen: { ua: 'нічого: новий ключ продукт питає сам', en: 'nothing: the product asks for the new key' },
    ...{ id: 'rotate', title: { ua: 'Змінити ключ підпису', en: 'Change the key of signatures' } },
    run: () => {
      Object.assign(kept, newKeys());
      return 'Новий ключ / A new key';
    },
  });
  const toggle = (
    id: 'lies' | 'silent' | 'keeps',
    title: { readonly ua: string; readonly en: string },
    seen: { readonly ua: string; readonly en: string },
  ) =>
    world.control({
      ...{ id, title, seen },
      run: () => {
        kept[id] = !kept[id];
        return kept[id] ? 'Увімкнено / On' : 'Вимкнено / Off';
      },
    });
  toggle(
    'lies',
    { ua: 'Сповіщати про іншу суму', en: 'Tell of another sum' },
    {
      ua: 'гроші не зараховано, є попередження «інша сума»',
      en: 'nothing is entered, there is a warning of another sum',
    },
  );
  toggle(
    'silent',
    { ua: 'Не сповіщати', en: 'Call nothing back' },
    { ua: 'надходження все одно є, за хвилину', en: 'the receipt is there all the same, within a minute' },
  );
  toggle(
    'keeps',
    { ua: 'Відмовляти в поверненні', en: 'Refuse refunds' },
    {
      ua: 'повернення «відхилено банком», гроші лишаються на балансі',
      en: 'the refund is “refused by the bank”, the money stays on the balance',
    },
  );
  world.control({
    seen: { ua: '«повертається», доки не закінчити', en: '“being refunded” until it ends' },
    ...{ id: 'holds', title: { ua: 'Повернення триває / закінчити', en: 'Keep refunds under way / end them' } },
    run: async () => {
      kept.holds = !kept.holds;
      if (kept.holds) return 'Увімкнено / On';
      for (const invoice of kept.invoices) {
        const held = invoice.cancelList.filter(({ status }) => status === 'processing');
        for (const one of held) Object.assign(one, { status: 'success', modifiedDate: bank.now() });
        if (held.length > 0) await bank.change(invoice, { status: leftOf(invoice) === 0 ? 'reversed' : 'success' });
      }
      return 'Вимкнено / Off';
    },
  });
  world.control({
    seen: {
      ua: '«Підключені служби»: токен більше не діє; картку не беруть, доки не введуть новий',
      en: '“Connected services”: the token is not valid any more; no cards are taken until there is another',
    },
    ...{ id: 'revoke', title: { ua: 'Відкликати токен', en: 'Revoke a token' } },
    fields: [{ name: 'token', title: { ua: 'Токен', en: 'Token' } }],
    run: ({ token = '' }) => {
      kept.revoked.push(token);
      return 'Токен більше не діє / The token is revoked';
    },
  });
}
