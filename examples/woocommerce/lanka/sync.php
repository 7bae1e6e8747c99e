<?php

namespace Lanka\Woo;

use Lanka\Client;
use Lanka\LankaException;

defined('ABSPATH') || exit;

const KINDS = ['product', 'product_variant', 'price', 'stock', 'order'];
/** For how long one run works: hosts end scripts that take longer. What is left the next run does. */
const RUN_SECONDS = 40;
/** A run that was killed holds its lock no longer than this. */
const LOCK_SECONDS = 900;

/** By the clock: orders that wait, then what is missing of the catalogue, then what has changed. */
function sync(): void
{
    $lock = setting('url') === '' ? null : lock();
    if ($lock === null) {
        return;
    }
    $problem = '';
    try {
        $lanka = client();
        if ($lanka !== null) {
            run($lanka);
        }
    } catch (LankaException $error) {
        $problem = "{$error->getMessage()} ({$error->errorCode})";
    } catch (\InvalidArgumentException $error) {
        $problem = $error->getMessage();
    } catch (\Throwable $error) {
        // of the shop itself: whoever keeps it sees it on the page of the plugin, and in the log of the host
        $problem = $error->getMessage();
        throw $error;
    } finally {
        update_option('lanka_last', ['at' => time(), 'problem' => $problem], false);
        unlock($lock);
    }
}

function run(Client $lanka): void
{
    $until = time() + RUN_SECONDS;
    // an order does not wait for the catalogue
    $failure = send_waiting($lanka, $until);
    if (get_option('lanka_cursor', null) !== null || read_all($lanka, $until)) {
        read_changes($lanka, $until);
    }
    if ($failure !== null) {
        throw $failure;
    }
}

/**
 * Two runs at once would write the same goods twice. A row of options is there once, but only the database knows whether
 * it is: `add_option` asks a cache, and writes over what another has put there meanwhile.
 *
 * @return string|null what the lock is released by; nothing while another run has it
 */
function lock(): ?string
{
    global $wpdb;
    $add = "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
    $take = "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND CAST(option_value AS UNSIGNED) < CAST(%s AS UNSIGNED)";
    // whose it is are the digits after the second
    $mine = sprintf('%d%06d', time(), random_int(0, 999999));
    $old = sprintf('%d000000', time() - LOCK_SECONDS);
    $isNew = $wpdb->query($wpdb->prepare($add, 'lanka_sync_lock', $mine)) === 1;
    return $isNew || $wpdb->query($wpdb->prepare($take, $mine, 'lanka_sync_lock', $old)) === 1 ? $mine : null;
}

/** A run that took so long that another has the lock by now leaves that one its own. */
function unlock(string $mine): void
{
    global $wpdb;
    $remove = "DELETE FROM $wpdb->options WHERE option_name = %s AND option_value = %s";
    $wpdb->query($wpdb->prepare($remove, 'lanka_sync_lock', $mine));
}

/**
 * Reads the whole catalogue, a page at a time over several runs, and answers whether it is done. The position of the
 * changes is taken first, so what changes meanwhile follows.
 */
function read_all(Client $lanka, int $until): bool
{
    $full = get_option('lanka_full', null);
    if ($full === null) {
        $full = ['cursor' => $lanka->changes(null, ['kinds' => KINDS])['cursor'], 'page' => null, 'run' => wp_generate_uuid4()];
    }
    do {
        $query = ['limit' => 50, 'sort' => 'created_at', 'cursor' => $full['page']];
        $page = $lanka->call('GET', 'projects/{project_id}/products/v2', ['query' => $query]);
        foreach ($page['items'] as $product) {
            put_product($lanka, $product['id'], $full['run']);
        }
        $full['page'] = $page['next_cursor'];
        update_option('lanka_full', $full, false);
    } while ($full['page'] !== null && time() < $until);
    if ($full['page'] !== null) {
        return false;
    }
    hide_others($full['run']);
    update_option('lanka_cursor', $full['cursor'], false);
    delete_option('lanka_full');
    return true;
}

/** What came of Lanka once and was not met in this reading. */
function hide_others(string $run): void
{
    $left = get_posts([
        'post_type' => 'product',
        'post_status' => 'publish',
        'fields' => 'ids',
        'numberposts' => -1,
        'meta_query' => [
            ['key' => '_lanka_product_id', 'compare' => 'EXISTS'],
            ['key' => '_lanka_run', 'value' => $run, 'compare' => '!='],
        ],
    ]);
    foreach ($left as $post) {
        hide_product((string) wc_get_product($post)->get_meta('_lanka_product_id'));
    }
}

function read_changes(Client $lanka, int $until): void
{
    do {
        try {
            $answer = $lanka->changes(get_option('lanka_cursor'), ['kinds' => KINDS]);
        } catch (LankaException $error) {
            if (!in_array($error->errorCode, ['changes.too_old', 'changes.cursor_unknown'], true)) {
                throw $error;
            }
            // away for too long: everything is read anew, from the next run on
            delete_option('lanka_cursor');
            return;
        }
        apply_changes($lanka, $answer['items']);
        update_option('lanka_cursor', $answer['cursor'], false);
    } while ($answer['has_more'] && time() < $until);
}

/** A product is read once, however much of it has changed. */
function apply_changes(Client $lanka, array $items): void
{
    $products = [];
    foreach ($items as ['kind' => $kind, 'id' => $id, 'data' => $data]) {
        if ($kind === 'order') {
            order_changed($id, $data);
        } elseif ($kind === 'product') {
            $products[$id] = true;
        } elseif (isset($data['product_id'])) {
            $products[$data['product_id']] = true;
        } else {
            $product = product_of_variant($id);
            $products += $product === '' ? [] : [$product => true];
        }
    }
    foreach (array_keys($products) as $product) {
        put_product($lanka, (string) $product);
    }
}

/** Of a variant that is gone: what it belonged to here. */
function product_of_variant(string $id): string
{
    $post = post_of('_lanka_variant_id', $id);
    $goods = $post === 0 ? null : wc_get_product($post);
    if (!$goods) {
        return '';
    }
    $parent = $goods->is_type('variation') ? wc_get_product($goods->get_parent_id()) : $goods;
    return $parent ? (string) $parent->get_meta('_lanka_product_id') : '';
}
