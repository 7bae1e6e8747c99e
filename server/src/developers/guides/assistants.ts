import type { Guide } from './guide';

const CONFIG = (flags: string) => `\`\`\`json
{
  "mcpServers": {
    "lanka": {
      "command": "npx",
      "args": ["-y", "https://lanka.example/lanka-mcp.tgz"${flags}],
      "env": { "LANKA_URL": "https://lanka.example", "LANKA_KEY": "lanka_…" }
    }
  }
}
\`\`\``;

export const assistants: Guide = {
  page: 'assistants',
  title: { ua: 'Асистенти (MCP)', en: 'Assistants (MCP)' },
  text: {
    ua: () => `
Асистент, який розуміє [Model Context Protocol](https://modelcontextprotocol.io), відповідає з ваших даних: «що закінчується?», «які замовлення не оплачено?», «що змінилося від учора?». Сервер MCP працює на вашому комп’ютері, ходить у Ланку вашим ключем і вміє лише те, що дозволяє ключ. Потрібен Node 20 або новіший.

## Підключити

1. Створіть окремий ключ у «Доступ до API» → «Ключі API»: для читання досить \`products.read\`, \`stock.read\`, \`orders.read\`.
2. Додайте сервер у налаштування асистента; замість \`lanka.example\` стоїть адреса вашої Ланки:

${CONFIG('')}

Щоб ключ не лежав у налаштуваннях асистента, збережіть його командою \`npx -y -p https://lanka.example/lanka-sdk.tgz lanka sign-in --url https://lanka.example\` ([бібліотека](/developers/ua/sdk)) і приберіть \`env\`.

## Що він уміє

- \`whoami\` — чий ключ, що дозволено, скільки запитів лишилося.
- \`running_out\` — що закінчується: товари, яких доступно не більше за найменший залишок, з модифікаціями.
- \`find_goods\` — ціни й залишки за назвою, артикулом чи штрихкодом.
- \`list_orders\`, \`count_orders\`, \`read_order\` — замовлення, їх стан і оплата.
- \`what_changed\` — що змінилося від минулого разу.
- \`find_counterparties\` — контрагенти проєкту; \`list_suppliers\` — постачальники дропшипера (потрібен \`payments.read\`).

Гроші він бачить у гривнях. Коли ключеві чогось не дозволено, асистент отримує причину словами.

## Чернетки замовлень

Змінювати він не може нічого, доки ви не додасте \`--drafts\`, а ключеві — \`orders.write\`:

${CONFIG(', "--drafts"')}

Тоді з’являється \`draft_order\`: чернетка, яка нічого не бронює й нікуди не йде. Асистент дає посилання; людина відкриває його, перевіряє й натискає «Надіслати» в Ланці. Надсилати асистент не вміє. Повторений виклик з тим самим \`reference\` другої чернетки не створює (добу).

## Що піде до асистента

Усе, що прочитано, бачить компанія, яка дає асистента. Тому імен, телефонів і адрес ваших покупців сервер не передає, доки ви не додасте \`--personal\`. Назви товарів і контрагентів він передає. Тексти в даних написали різні люди: перевіряйте, що асистент пропонує, перш ніж надсилати.
`,
    en: () => `
An assistant that speaks the [Model Context Protocol](https://modelcontextprotocol.io) answers from your data: “what is running out?”, “which orders are unpaid?”, “what has changed since yesterday?”. The MCP server runs on your computer, asks Lanka by your key and can do what the key may, no more. It needs Node 20 or newer.

## Connect

1. Make a key of its own in “API access” → “API keys”: to read, \`products.read\`, \`stock.read\`, \`orders.read\` are enough.
2. Add the server to the settings of the assistant; for \`lanka.example\` put the address of your Lanka:

${CONFIG('')}

To keep the key out of the assistant's settings, keep it by \`npx -y -p https://lanka.example/lanka-sdk.tgz lanka sign-in --url https://lanka.example\` ([SDK](/developers/en/sdk)) and leave \`env\` out.

## What it can do

- \`whoami\`: whose key it is, what it may do, how many requests are left.
- \`running_out\`: products of which no more is available than the least stock, with their variants.
- \`find_goods\`: prices and stock by name, SKU or barcode.
- \`list_orders\`, \`count_orders\`, \`read_order\`: orders, where they stand and what is paid.
- \`what_changed\`: what has changed since last time.
- \`find_counterparties\`: counterparties of a project; \`list_suppliers\`: suppliers of a dropshipper (needs \`payments.read\`).

It sees money in hryvnias. What the key may not do, the assistant is told in words.

## Drafts of orders

It can change nothing until you add \`--drafts\`, and \`orders.write\` to the key:

${CONFIG(', "--drafts"')}

Then there is \`draft_order\`: a draft, which books nothing and goes nowhere. The assistant gives a link; a person opens it, checks the order and presses “Send” in Lanka. The assistant has nothing to send by. A call that is repeated with the same \`reference\` makes no second draft (for a day).

## What goes to the assistant

Whatever is read is seen by the company that runs the assistant. So names, phones and addresses of your customers are left out until you add \`--personal\`. Names of goods and counterparties are not. Texts in the data were written by various people: check what the assistant suggests before you send it.
`,
  },
};
