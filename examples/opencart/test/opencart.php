<?php
/**
 * As much of the database of an OpenCart shop as the scripts touch, by the names that its tables have in versions 3 and 4,
 * on SQLite in memory. It is no proof that a shop works; it shows that the scripts do what they say on such tables.
 */

namespace {
    const OPENCART_TABLES = [
        'product' => 'product_id INTEGER PRIMARY KEY AUTOINCREMENT, model, sku, price, quantity INTEGER, subtract INTEGER, stock_status_id INTEGER, shipping INTEGER,
            minimum INTEGER, date_available, date_added, date_modified, status INTEGER, image DEFAULT \'\'',
        'product_description' => 'product_id INTEGER, language_id INTEGER, name, description, tag NOT NULL, meta_title, meta_description NOT NULL,
            meta_keyword NOT NULL, PRIMARY KEY (product_id, language_id)',
        'product_to_store' => 'product_id INTEGER, store_id INTEGER, PRIMARY KEY (product_id, store_id)',
        'product_to_category' => 'product_id INTEGER, category_id INTEGER, PRIMARY KEY (product_id, category_id)',
        'product_option' => 'product_option_id INTEGER PRIMARY KEY AUTOINCREMENT, product_id INTEGER, option_id INTEGER, value, required INTEGER',
        'product_option_value' => 'product_option_value_id INTEGER PRIMARY KEY AUTOINCREMENT, product_option_id INTEGER, product_id INTEGER, option_id INTEGER,
            option_value_id INTEGER, quantity INTEGER, subtract INTEGER, price, price_prefix, points_prefix, weight_prefix',
        'option' => 'option_id INTEGER PRIMARY KEY AUTOINCREMENT, type, sort_order INTEGER',
        'option_description' => 'option_id INTEGER, language_id INTEGER, name, PRIMARY KEY (option_id, language_id)',
        'option_value' => 'option_value_id INTEGER PRIMARY KEY AUTOINCREMENT, option_id INTEGER, image, sort_order INTEGER',
        'option_value_description' => 'option_value_id INTEGER, language_id INTEGER, option_id INTEGER, name, PRIMARY KEY (option_value_id, language_id)',
        'language' => 'language_id INTEGER PRIMARY KEY, code',
        'setting' => 'store_id INTEGER, code, `key`, value',
        'order' => 'order_id INTEGER PRIMARY KEY AUTOINCREMENT, firstname, lastname, email, telephone, shipping_firstname, shipping_lastname,
            shipping_city, shipping_address_1, shipping_address_2, shipping_method, payment_method, comment, total, order_status_id INTEGER',
        'order_product' => 'order_product_id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER, product_id INTEGER, name, quantity INTEGER, price, tax',
        'order_option' => 'order_option_id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER, order_product_id INTEGER, product_option_value_id INTEGER',
        'order_history' => 'order_history_id INTEGER PRIMARY KEY AUTOINCREMENT, order_id INTEGER, order_status_id INTEGER, notify INTEGER, comment, date_added',
    ];

    /** A shop of two languages that sells in hryvnias, or what was kept of it. */
    function opencart(?array $kept): \PDO
    {
        $db = new \PDO('sqlite::memory:', null, null, [\PDO::ATTR_ERRMODE => \PDO::ERRMODE_EXCEPTION]);
        foreach (OPENCART_TABLES as $name => $columns) {
            $db->exec("CREATE TABLE `oc_$name` ($columns)");
        }
        $kept = $kept ?? [
            'oc_language' => [['language_id' => 1, 'code' => 'en-gb'], ['language_id' => 2, 'code' => 'uk-ua']],
            'oc_setting' => array_map(static function (string $key, string $value): array {
                return ['store_id' => 0, 'code' => 'config', 'key' => $key, 'value' => $value];
            }, ['config_currency', 'config_language', 'config_processing_status', 'config_stock_status_id'], ['UAH', 'uk-ua', '["2","5"]', '7']),
        ];
        foreach ($kept as $table => $rows) {
            // those of the scripts themselves
            isset($rows['sql']) && $db->exec($rows['sql']);
            foreach ($rows['rows'] ?? $rows as $row) {
                $names = implode('`, `', array_keys($row));
                $db->prepare("INSERT INTO `$table` (`$names`) VALUES (" . implode(', ', array_fill(0, count($row), '?')) . ')')->execute(array_values($row));
            }
        }
        return $db;
    }

    function kept_of(\PDO $db): array
    {
        $kept = [];
        foreach ($db->query("SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'oc%'")->fetchAll(\PDO::FETCH_ASSOC) as ['name' => $name, 'sql' => $sql]) {
            $isOwn = strpos($name, 'oc_lanka_') === 0;
            $rows = $db->query("SELECT * FROM `$name`")->fetchAll(\PDO::FETCH_ASSOC);
            $kept[$name] = $isOwn ? ['sql' => $sql, 'rows' => $rows] : $rows;
        }
        return $kept;
    }
}
