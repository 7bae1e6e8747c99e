<?php
/**
 * Plugin Name: Lanka for WooCommerce
 * Description: Goods, prices and stock come from Lanka, orders go there. Товари, ціни й залишки з Ланки, замовлення до Ланки.
 * Version: 1.0.0
 * Requires PHP: 7.4
 * Requires Plugins: woocommerce
 * License: MIT
 */

namespace Lanka\Woo;

defined('ABSPATH') || exit;

require_once __DIR__ . '/sdk/Lanka.php';
require_once __DIR__ . '/texts.php';
require_once __DIR__ . '/settings.php';
require_once __DIR__ . '/goods.php';
require_once __DIR__ . '/sync.php';
require_once __DIR__ . '/orders.php';

const EVERY = 'lanka_five_minutes';

add_filter('cron_schedules', static function (array $schedules): array {
    return $schedules + [EVERY => ['interval' => 300, 'display' => 'Lanka: every five minutes']];
});
register_activation_hook(__FILE__, static function (): void {
    wp_next_scheduled('lanka_sync') || wp_schedule_event(time(), EVERY, 'lanka_sync');
});
register_deactivation_hook(__FILE__, static function (): void {
    wp_clear_scheduled_hook('lanka_sync');
    wp_clear_scheduled_hook('lanka_send');
});
add_action('before_woocommerce_init', static function (): void {
    if (class_exists('\Automattic\WooCommerce\Utilities\FeaturesUtil')) {
        \Automattic\WooCommerce\Utilities\FeaturesUtil::declare_compatibility('custom_order_tables', __FILE__, true);
    }
});

add_action('lanka_sync', __NAMESPACE__ . '\sync');
add_action('lanka_send', __NAMESPACE__ . '\send_now');
// paid, or to be paid on delivery: from here on the order is to be carried out
add_action('woocommerce_order_status_processing', __NAMESPACE__ . '\take_order');
add_filter('woocommerce_order_actions', __NAMESPACE__ . '\order_actions');
add_action('woocommerce_order_action_lanka_send_again', __NAMESPACE__ . '\send_again');
