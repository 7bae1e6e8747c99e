<?php
// Copy it to settings.php beside it, and fill that in. Скопіюйте до settings.php поруч і заповніть.
return [
    // config.php of the shop (not the one of admin). config.php крамниці (не той, що в admin)
    'opencart' => '/var/www/shop/config.php',
    'url' => 'https://lanka.example',
    // scopes: products.read, stock.read, orders.read, orders.write
    'key' => 'lanka_…',
    // a project, or for a key of a dropshipper the supplier. Проєкт, а для ключа дропшипера постачальник
    'project' => 'my-factory',
    // whose orders the shop's are; empty for a key of a dropshipper. Контрагент; для ключа дропшипера порожньо
    'counterparty_id' => '',
    // numbers of the statuses in which an order is sent; empty: those that the shop calls processing.
    // Номери статусів, з якими замовлення надсилається; порожньо: статуси обробки з налаштувань крамниці
    'send_statuses' => [],
    // where new products stand; 0: in no category. Категорія нових товарів; 0: без категорії
    'category_id' => 0,
    // of what is written to the orders: uk or en
    'language' => 'uk',
];
