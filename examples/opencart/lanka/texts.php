<?php

namespace Lanka\OpenCart;

const TEXTS = [
    'uk' => [
        'sent' => 'Замовлення в Ланці: № %s',
        'skipped' => 'Не з Ланки, не передано: %s',
        'refused' => 'Ланка не прийняла замовлення: %s. Виправте й дайте замовленню той самий статус ще раз',
        'status' => 'Ланка: %s',
        'ttn' => 'Ланка: відправлено, ТТН %s',
        'canceled' => 'Скасовано в Ланці',
        'payment' => 'Сайт, № %s. Оплата: %s, разом %s грн',
        'currency' => 'Основна валюта крамниці має бути гривня (UAH), а є %s: ціни Ланки в гривнях',
        'done' => 'Ланка: синхронізовано',
    ],
    'en' => [
        'sent' => 'Order at Lanka: no. %s',
        'skipped' => 'Not from Lanka, left out: %s',
        'refused' => 'Lanka refused the order: %s. Mend it and give the order the same status once more',
        'status' => 'Lanka: %s',
        'ttn' => 'Lanka: sent, waybill %s',
        'canceled' => 'Canceled at Lanka',
        'payment' => 'Site, no. %s. Payment: %s, UAH %s in all',
        'currency' => 'The main currency of the shop must be the hryvnia (UAH), and is %s: prices of Lanka are in hryvnias',
        'done' => 'Lanka: synced',
    ],
];

function text(Shop $shop, string $name, ...$values): string
{
    $language = ($shop->settings['language'] ?? '') === 'en' ? 'en' : 'uk';
    return sprintf(TEXTS[$language][$name], ...$values);
}
