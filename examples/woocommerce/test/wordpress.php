<?php
/**
 * As much of WordPress and WooCommerce as the plugin touches, in memory: what it asks of them, by their names and
 * shapes. It is no proof that a shop works; it shows that the plugin does what it says when they do what they say.
 */

namespace {
    const ABSPATH = __DIR__ . '/';

    $GLOBALS['wp'] = ['options' => [], 'objects' => [], 'next' => 100, 'hooks' => [], 'cron' => [], 'notes' => []];

    function add_filter(string $name, callable $act): void { $GLOBALS['wp']['hooks'][$name][] = $act; }
    function add_action(string $name, callable $act): void { add_filter($name, $act); }
    function apply_filters(string $name, $value) { foreach ($GLOBALS['wp']['hooks'][$name] ?? [] as $act) { $value = $act($value); } return $value; }
    function do_action(string $name, ...$given): void { foreach ($GLOBALS['wp']['hooks'][$name] ?? [] as $act) { $act(...$given); } }
    function register_activation_hook(string $file, callable $act): void { add_filter('activate', $act); }
    function register_deactivation_hook(string $file, callable $act): void { add_filter('deactivate', $act); }
    function wp_next_scheduled(string $name) { return $GLOBALS['wp']['cron'][$name] ?? false; }
    function wp_schedule_event(int $at, string $every, string $name): void { $GLOBALS['wp']['cron'][$name] = $at; }
    function wp_schedule_single_event(int $at, string $name): void { $GLOBALS['wp']['cron'][$name] = $at; }
    function wp_clear_scheduled_hook(string $name): void { unset($GLOBALS['wp']['cron'][$name]); }
    function get_option(string $name, $else = false) { return $GLOBALS['wp']['options'][$name] ?? $else; }
    function update_option(string $name, $value, $autoload = null): bool { $GLOBALS['wp']['options'][$name] = $value; return true; }
    function delete_option(string $name): bool { unset($GLOBALS['wp']['options'][$name]); return true; }
    function get_locale(): string { return 'uk'; }
    function wp_kses_post(string $text): string { return $text; }
    function sanitize_text_field(string $text): string { return trim(strip_tags($text)); }
    function sanitize_title(string $text): string { return rawurlencode(mb_strtolower($text)); }
    function wp_generate_uuid4(): string { return bin2hex(random_bytes(16)); }
    /** As it does it: a web address that ends in a kind of picture, and is brought. */
    function media_sideload_image(string $url, int $post, string $title, string $return) {
        if (!preg_match('~^https?://[^?]+\.(jpe?g|jpe|gif|png|webp)\b~i', $url)) { return 'not brought'; }
        $GLOBALS['wp']['pictures'][$post] = $url;
        return 1;
    }
    function download_url(): void {}
    function wp_generate_attachment_metadata(): void {}
    function set_post_thumbnail(int $post, int $image): void {}
    function home_url(): string { return 'https://shop.example'; }
    function get_post_status(int $id) { $one = $GLOBALS['wp']['objects'][$id] ?? null; return $one ? $one->get_status() : false; }
    function wp_delete_post(int $id, bool $force): void { unset($GLOBALS['wp']['objects'][$id]); }
    function get_posts(array $asked): array
    {
        $types = (array) $asked['post_type'];
        $found = array_filter($GLOBALS['wp']['objects'], static function ($one) use ($asked, $types): bool {
            if (!in_array($one->post_type(), $types, true) || !in_array($one->get_status(), (array) $asked['post_status'], true)) {
                return false;
            }
            if (isset($asked['post_parent'])) {
                return $one->get_parent_id() === $asked['post_parent'];
            }
            foreach ($asked['meta_query'] ?? [['key' => $asked['meta_key'], 'value' => $asked['meta_value']]] as $meta) {
                $value = $one->get_meta($meta['key']);
                $compare = $meta['compare'] ?? '=';
                $fits = ['=' => $value === ($meta['value'] ?? ''), '!=' => $value !== '' && $value !== ($meta['value'] ?? ''), 'EXISTS' => $value !== ''];
                if (!$fits[$compare]) {
                    return false;
                }
            }
            return true;
        });
        return array_keys($found);
    }
    function wc_get_product(int $id) { $one = $GLOBALS['wp']['objects'][$id] ?? null; return $one instanceof WC_Product ? clone $one : false; }
    function wc_get_order(int $id) { $one = $GLOBALS['wp']['objects'][$id] ?? null; return $one instanceof WC_Order ? clone $one : false; }
    function wc_get_orders(array $asked): array
    {
        $found = array_filter($GLOBALS['wp']['objects'], static function ($one) use ($asked): bool {
            return $one instanceof WC_Order && $one->get_meta($asked['meta_key']) === $asked['meta_value'];
        });
        $page = array_slice($found, 0, $asked['limit'] === -1 ? null : $asked['limit'], true);
        return ($asked['return'] ?? '') === 'ids' ? array_keys($page) : array_values($page);
    }

    /** The three statements of the lock, each done whole: how many rows it has touched. */
    class wpdb
    {
        public string $options = 'wp_options';
        public function prepare(string $sql, ...$given): array { return [strtok($sql, ' '), $given]; }
        public function query(array $asked): int
        {
            [$verb, $given] = $asked;
            $rows = &$GLOBALS['wp']['options'];
            [$name, $value, $before] = $verb === 'UPDATE' ? [$given[1], $given[0], $given[2]] : [$given[0], $given[1] ?? 0, 0];
            $isThere = isset($rows[$name]);
            $isOld = $isThere && (int) $rows[$name] < (int) $before;
            $isSame = $isThere && $rows[$name] === $value;
            if (!['INSERT' => !$isThere, 'UPDATE' => $isOld, 'DELETE' => $isSame][$verb]) {
                return 0;
            }
            if ($verb === 'DELETE') { unset($rows[$name]); } else { $rows[$name] = $value; }
            return 1;
        }
    }
    $GLOBALS['wpdb'] = new wpdb();

    class WC_Data_Exception extends Exception {}

    abstract class WC_Data
    {
        public int $id = 0;
        public array $data = ['status' => 'publish'];
        public array $meta = [];
        public function __construct($id = 0)
        {
            $kept = $GLOBALS['wp']['objects'][$id] ?? null;
            if ($kept) { $this->id = $id; $this->data = $kept->data; $this->meta = $kept->meta; }
        }
        /** set_x keeps x, get_x gives it, as their objects have hundreds of both. */
        public function __call(string $name, array $given)
        {
            $field = substr($name, 4);
            if (strpos($name, 'set_') === 0) { $this->data[$field] = $given[0]; return null; }
            if (strpos($name, 'get_') === 0) { return $this->data[$field] ?? ''; }
            throw new Error("no $name");
        }
        public function get_id(): int { return $this->id; }
        public function get_meta(string $name) { return $this->meta[$name] ?? ''; }
        public function update_meta_data(string $name, $value): void { $this->meta[$name] = $value; }
        public function delete_meta_data(string $name): void { unset($this->meta[$name]); }
        public function save(): int
        {
            $this->id = $this->id ?: $GLOBALS['wp']['next']++;
            $GLOBALS['wp']['objects'][$this->id] = clone $this;
            return $this->id;
        }
    }

    class WC_Product extends WC_Data
    {
        public function post_type(): string { return 'product'; }
        public function is_type(string $type): bool { return $this->type() === $type; }
        public function type(): string { return 'simple'; }
        public function get_children(): array { return []; }
        public function set_sku(string $sku): void
        {
            foreach ($GLOBALS['wp']['objects'] as $id => $one) {
                if ($sku !== '' && $one instanceof WC_Product && $id !== $this->id && $one->get_sku() === $sku) {
                    throw new WC_Data_Exception('taken');
                }
            }
            $this->data['sku'] = $sku;
        }
    }
    class WC_Product_Simple extends WC_Product {}
    class WC_Product_Variable extends WC_Product
    {
        public function type(): string { return 'variable'; }
        public function get_children(): array
        {
            return array_keys(array_filter($GLOBALS['wp']['objects'], function ($one): bool {
                return $one instanceof WC_Product_Variation && $one->get_parent_id() === $this->id;
            }));
        }
    }
    class WC_Product_Variation extends WC_Product
    {
        public function type(): string { return 'variation'; }
        public function post_type(): string { return 'product_variation'; }
    }
    class WC_Product_Attribute extends WC_Data {}

    class WC_Order_Item extends WC_Data
    {
        public function get_product() { return wc_get_product($this->data['product_id']); }
    }
    class WC_Order extends WC_Data
    {
        public function post_type(): string { return 'shop_order'; }
        public function add_order_note(string $note): void { $GLOBALS['wp']['notes'][$this->id][] = $note; }
        public function update_status(string $status, string $note): void
        {
            $this->data['status'] = $status;
            $this->save();
            $this->add_order_note($note);
        }
    }
}
