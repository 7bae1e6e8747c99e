const SPECIAL = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => String(text ?? '').replace(/[&<>"']/g, (sign) => SPECIAL[sign]);
const money = (kopecks) => (kopecks === null ? '—' : `${(kopecks / 100).toFixed(2).replace('.', ',')} ₴`);

const STATUS = {
  Draft: 'Чернетка',
  Pending: 'Прийнято',
  InProduction: 'Виготовляється',
  Ready: 'Готове',
  Loading: 'Збирається',
  Loaded: 'Зібрано',
  Sent: 'Відправлено',
  Complete: 'Виконано',
  Canceled: 'Скасовано',
  Blocked: 'Зупинено',
};

const page = (title, body) => `<!doctype html>
<html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 900px; margin: 0 auto; padding: 24px 16px; } table { width: 100%; border-collapse: collapse; }
td, th { text-align: left; padding: 8px 12px 8px 0; border-bottom: 1px solid #8884; } .n { text-align: right; }
form { display: grid; gap: 8px; max-width: 420px; } input, select, button { font: inherit; padding: 8px; min-height: 44px; }
</style></head><body><nav><a href="/">Товари</a> · <a href="/orders">Замовлення</a></nav><h1>${title}</h1>${body}</body></html>`;

export function goodsPage(goods, told) {
  const rows = goods.map(
    (one) => `<tr><td>${escaped(one.title)}</td><td>${escaped(one.sku)}</td><td class="n">${money(one.price)}</td>
<td class="n">${one.tracked ? (one.available ?? '—') : 'є'}</td></tr>`,
  );
  const options = goods
    .filter((one) => !one.tracked || one.available === null || one.available > 0)
    .map((one) => `<option value="${escaped(one.id)}">${escaped(one.title)}</option>`);
  return page(
    'Крамниця',
    `${told ? `<p role="status">${escaped(told)}</p>` : ''}
<table><thead><tr><th>Товар</th><th>Артикул</th><th class="n">Ціна</th><th class="n">Є</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<h2>Замовити</h2><form method="post" action="/orders">
<label>Товар <select name="goodsId" required>${options.join('')}</select></label>
<label>Кількість <input name="count" type="number" min="1" value="1" required></label>
<label>Ім’я <input name="name" required></label>
<label>Телефон <input name="phone" type="tel" placeholder="+380…" required></label>
<label>Адреса <input name="address" placeholder="Київ, відділення 12" required></label>
<button>Замовити</button></form>`,
  );
}

export function ordersPage(orders) {
  const rows = orders.map(
    (one) => `<tr><td>${one.number}</td><td>${escaped(one.lanka_number ?? '')}</td>
<td>${escaped(one.problem ?? STATUS[one.status] ?? 'Передається')}</td><td>${escaped(one.ttn)}</td></tr>`,
  );
  return page(
    'Замовлення',
    `<table><thead><tr><th>№</th><th>У Ланці</th><th>Стан</th><th>ТТН</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  );
}
