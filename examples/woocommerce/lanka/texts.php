<?php

namespace Lanka\Woo;

defined('ABSPATH') || exit;

const TEXTS = [
    'uk' => [
        'title' => 'Ланка',
        'url' => 'Адреса Ланки',
        'key' => 'Ключ API',
        'key_hint' => 'Або LANKA_KEY у wp-config.php. Доступ: products.read, stock.read, orders.read, orders.write',
        'project' => 'Проєкт або постачальник',
        'counterparty_id' => 'Контрагент, на якого йдуть замовлення (для ключа дропшипера лишіть порожнім)',
        'state' => 'Стан',
        'never' => 'Ще не синхронізовано',
        'last' => 'Синхронізовано %s. %s',
        'save' => 'Зберегти',
        'sent' => 'Замовлення в Ланці: № %s',
        'skipped' => 'Не з Ланки, не передано: %s',
        'refused' => 'Ланка не прийняла замовлення: %s',
        'unsure' => 'Невідомо, чи прийняла Ланка це замовлення. Перевірте, чи є воно там і чи таке саме; якщо немає, надішліть ще раз',
        'again' => 'Надіслати до Ланки ще раз',
        'status' => 'Ланка: %s',
        'ttn' => 'Ланка: відправлено, ТТН %s',
        'canceled' => 'Скасовано в Ланці',
        'payment' => 'Сайт, № %s. Оплата: %s, разом %s грн',
    ],
    'en' => [
        'title' => 'Lanka',
        'url' => 'Address of Lanka',
        'key' => 'API key',
        'key_hint' => 'Or LANKA_KEY in wp-config.php. Scopes: products.read, stock.read, orders.read, orders.write',
        'project' => 'Project or supplier',
        'counterparty_id' => 'Counterparty of the orders (leave empty for a key of a dropshipper)',
        'state' => 'State',
        'never' => 'Not synced yet',
        'last' => 'Synced %s. %s',
        'save' => 'Save',
        'sent' => 'Order at Lanka: no. %s',
        'skipped' => 'Not from Lanka, left out: %s',
        'refused' => 'Lanka refused the order: %s',
        'unsure' => 'It is not known whether Lanka took this order. Look whether it is there and the same; if it is not there, send it again',
        'again' => 'Send to Lanka again',
        'status' => 'Lanka: %s',
        'ttn' => 'Lanka: sent, waybill %s',
        'canceled' => 'Canceled at Lanka',
        'payment' => 'Site, no. %s. Payment: %s, UAH %s in all',
    ],
];

function language(): string
{
    return strpos(get_locale(), 'uk') === 0 ? 'uk' : 'en';
}

function text(string $name, ...$values): string
{
    return sprintf(TEXTS[language()][$name], ...$values);
}
