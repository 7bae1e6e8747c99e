<?php

namespace Lanka\OpenCart;

use Lanka\Client;

/**
 * The database of an OpenCart shop, versions 3 and 4: its tables of goods and orders, which both have alike, and four of
 * our own beside them. Names of tables stand in braces, `{product}`.
 */
final class Shop
{
    private \PDO $db;
    private string $prefix;
    /** What stands in settings.php, and of the shop: images, cache, site. */
    public array $settings;
    private ?int $language = null;

    public function __construct(\PDO $db, string $prefix, array $settings)
    {
        $db->setAttribute(\PDO::ATTR_ERRMODE, \PDO::ERRMODE_EXCEPTION);
        $db->setAttribute(\PDO::ATTR_DEFAULT_FETCH_MODE, \PDO::FETCH_ASSOC);
        $this->db = $db;
        $this->prefix = $prefix;
        $this->settings = $settings;
        // the first that fails says it, so there is nothing half made
        foreach (OWN_TABLES as $name => $columns) {
            $this->run("CREATE TABLE IF NOT EXISTS {{$name}} ($columns)");
        }
    }

    public function rows(string $sql, array $given = []): array
    {
        $asked = $this->db->prepare(preg_replace('/\{(\w+)\}/', "`$this->prefix\\1`", $sql));
        $asked->execute($given);
        return $asked->columnCount() === 0 ? [] : $asked->fetchAll();
    }

    public function row(string $sql, array $given = []): ?array
    {
        return $this->rows($sql, $given)[0] ?? null;
    }

    public function run(string $sql, array $given = []): void
    {
        $this->rows($sql, $given);
    }

    /** @return int its number */
    public function insert(string $table, array $row, string $verb = 'INSERT'): int
    {
        [$names, $marks] = [implode('`, `', array_keys($row)), implode(', ', array_fill(0, count($row), '?'))];
        $this->run("$verb INTO {{$table}} (`$names`) VALUES ($marks)", array_values($row));
        return (int) $this->db->lastInsertId();
    }

    public function replace(string $table, array $row): void
    {
        $this->insert($table, $row, 'REPLACE');
    }

    public function update(string $table, array $changes, array $where): void
    {
        $each = static function (array $of, string $between): string {
            return implode($between, array_map(static fn (string $name): string => "`$name` = ?", array_keys($of)));
        };
        $given = array_merge(array_values($changes), array_values($where));
        $this->run("UPDATE {{$table}} SET {$each($changes, ', ')} WHERE {$each($where, ' AND ')}", $given);
    }

    /** What we keep from one run to the next. */
    public function kept(string $name)
    {
        $row = $this->row('SELECT `value` FROM {lanka_state} WHERE `name` = ?', [$name]);
        return $row === null ? null : json_decode($row['value'], true);
    }

    public function keep(string $name, $value): void
    {
        if ($value === null) {
            $this->run('DELETE FROM {lanka_state} WHERE `name` = ?', [$name]);
        } else {
            $this->replace('lanka_state', ['name' => $name, 'value' => json_encode($value)]);
        }
    }

    /** A setting of the shop itself, as `config_currency`. */
    public function config(string $key): string
    {
        $sql = 'SELECT `value` FROM {setting} WHERE `store_id` = 0 AND `code` = ? AND `key` = ?';
        return (string) ($this->row($sql, ['config', $key])['value'] ?? '');
    }

    /** The language in which the shop speaks when nobody has chosen. */
    public function language(): int
    {
        if ($this->language === null) {
            $code = $this->config('config_language') ?: $this->config('config_language_catalog');
            $sql = 'SELECT `language_id` FROM {language} ORDER BY `code` = ? DESC, `language_id` LIMIT 1';
            $this->language = (int) ($this->row($sql, [$code])['language_id'] ?? 1);
        }
        return $this->language;
    }

    /** @return int[] */
    public function languages(): array
    {
        return array_map('intval', array_column($this->rows('SELECT `language_id` FROM {language}'), 'language_id'));
    }

    public function client(): Client
    {
        $names = ['url', 'key', 'project', 'language', 'transport'];
        // nobody waits for a page: it may be patient
        return new Client(array_intersect_key($this->settings, array_flip($names)) + ['patience' => 60]);
    }
}

const OWN_TABLES = [
    'lanka_state' => '`name` VARCHAR(64) NOT NULL PRIMARY KEY, `value` TEXT NOT NULL',
    'lanka_product' => '`lanka_id` CHAR(36) NOT NULL PRIMARY KEY, `product_id` INT NOT NULL, `product_option_id` INT NOT NULL DEFAULT 0,
        `variant_id` CHAR(36) NOT NULL DEFAULT \'\', `run` VARCHAR(40) NOT NULL DEFAULT \'\', `hidden` INT NOT NULL DEFAULT 0,
        `ready` INT NOT NULL DEFAULT 0, UNIQUE (`product_id`)',
    // a value of an option that is gone stays known: an order may have it
    'lanka_value' => '`product_option_value_id` INT NOT NULL PRIMARY KEY, `variant_id` CHAR(36) NOT NULL,
        `lanka_id` CHAR(36) NOT NULL, UNIQUE (`variant_id`, `product_option_value_id`)',
    'lanka_order' => '`order_id` INT NOT NULL PRIMARY KEY, `state` VARCHAR(16) NOT NULL, `tried_at` INT NOT NULL DEFAULT 0,
        `history` INT NOT NULL DEFAULT 0, `lanka_id` CHAR(36) NOT NULL DEFAULT \'\', `status` VARCHAR(32) NOT NULL DEFAULT \'\',
        UNIQUE (`lanka_id`, `order_id`)',
];

/** OpenCart keeps texts as HTML has them, and shows them as they are. */
function escaped(string $text, int $most = 65000): string
{
    return htmlspecialchars(mb_substr($text, 0, $most), ENT_COMPAT | ENT_SUBSTITUTE, 'UTF-8');
}

function plain(string $text): string
{
    return trim(html_entity_decode($text, ENT_QUOTES, 'UTF-8'));
}
