<?php

namespace Lanka\Woo;

use Lanka\Client;

defined('ABSPATH') || exit;

const FIELDS = ['url', 'key', 'project', 'counterparty_id'];

function setting(string $name): string
{
    if ($name === 'key' && defined('LANKA_KEY')) {
        return (string) LANKA_KEY;
    }
    $all = get_option('lanka_settings', []);
    return trim((string) ($all[$name] ?? ''));
}

/**
 * Nothing until the address, the key and the project are given.
 *
 * @throws \InvalidArgumentException when they are not what they should be
 */
function client(): ?Client
{
    if (setting('url') === '' || setting('key') === '' || setting('project') === '') {
        return null;
    }
    return new Client([
        'url' => setting('url'),
        'key' => setting('key'),
        'project' => setting('project'),
        'language' => language(),
        'transport' => apply_filters('lanka_transport', null),
    ]);
}

add_action('admin_init', static function (): void {
    register_setting('lanka', 'lanka_settings', ['sanitize_callback' => __NAMESPACE__ . '\clean_settings']);
});
add_action('admin_menu', static function (): void {
    $page = __NAMESPACE__ . '\settings_page';
    add_submenu_page('woocommerce', text('title'), text('title'), 'manage_woocommerce', 'lanka', $page);
});
add_filter('option_page_capability_lanka', static function (): string {
    return 'manage_woocommerce';
});

/** Another project has other goods and other positions: everything is read anew. */
function clean_settings($given): array
{
    $before = get_option('lanka_settings', []);
    $clean = [];
    foreach (FIELDS as $name) {
        $clean[$name] = sanitize_text_field((string) ($given[$name] ?? ''));
    }
    // the key is not shown, so an empty field leaves it as it is
    if ($clean['key'] === '') {
        $clean['key'] = (string) ($before['key'] ?? '');
    }
    if ([$clean['url'], $clean['project']] !== [$before['url'] ?? '', $before['project'] ?? '']) {
        delete_option('lanka_cursor');
        delete_option('lanka_full');
    }
    return $clean;
}

function settings_page(): void
{
    echo '<div class="wrap"><h1>' . esc_html(text('title')) . '</h1><form method="post" action="options.php">';
    settings_fields('lanka');
    echo '<table class="form-table" role="presentation">';
    foreach (FIELDS as $name) {
        $type = $name === 'key' ? 'password' : ($name === 'url' ? 'url' : 'text');
        $value = $name === 'key' ? '' : setting($name);
        printf(
            '<tr><th><label for="lanka-%1$s">%2$s</label></th><td><input class="regular-text" id="lanka-%1$s" type="%3$s" name="lanka_settings[%1$s]" value="%4$s" autocomplete="off">%5$s</td></tr>',
            esc_attr($name),
            esc_html(text($name)),
            esc_attr($type),
            esc_attr($value),
            $name === 'key' ? '<p class="description">' . esc_html(text('key_hint')) . '</p>' : ''
        );
    }
    $last = get_option('lanka_last', null);
    $state = $last === null ? text('never') : text('last', wp_date('d.m.Y H:i', $last['at']), $last['problem']);
    echo '<tr><th>' . esc_html(text('state')) . '</th><td>' . esc_html($state) . '</td></tr></table>';
    submit_button(text('save'));
    echo '</form></div>';
}
