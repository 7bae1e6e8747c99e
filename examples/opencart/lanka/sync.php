<?php

namespace Lanka\OpenCart;

use Lanka\Client;
use Lanka\LankaException;

const KINDS = ['product', 'product_variant', 'price', 'stock', 'order'];
/** For how long one run works. What is left the next run does. */
const RUN_SECONDS = 240;

/**
 * By the clock: orders that wait, then what is missing of the catalogue, then what has changed.
 *
 * @return string what is to be mended, or nothing
 */
function sync(Shop $shop): string
{
    $currency = $shop->config('config_currency');
    if ($currency !== 'UAH') {
        return text($shop, 'currency', $currency);
    }
    try {
        $lanka = $shop->client();
        $until = time() + RUN_SECONDS;
        take_orders($shop);
        // an order does not wait for the catalogue
        $failure = send_waiting($shop, $lanka, $until);
        if ($shop->kept('cursor') !== null || read_all($shop, $lanka, $until)) {
            read_changes($shop, $lanka, $until);
        }
    } catch (LankaException $error) {
        $failure = $error;
    } catch (\InvalidArgumentException $error) {
        return $error->getMessage();
    } finally {
        forget_cache($shop);
    }
    return $failure === null ? '' : "{$failure->getMessage()} ({$failure->errorCode})";
}

/**
 * Reads the whole catalogue, a page at a time, and answers whether it is done. The position of the changes is taken
 * first, so what changes meanwhile follows.
 */
function read_all(Shop $shop, Client $lanka, int $until): bool
{
    $full = $shop->kept('full');
    if ($full === null) {
        $cursor = $lanka->changes(null, ['kinds' => KINDS])['cursor'];
        $full = ['cursor' => $cursor, 'page' => null, 'run' => bin2hex(random_bytes(16))];
    }
    do {
        $query = ['limit' => 50, 'sort' => 'created_at', 'cursor' => $full['page']];
        $page = $lanka->call('GET', 'projects/{project_id}/products/v2', ['query' => $query]);
        foreach ($page['items'] as $product) {
            put_product($shop, $lanka, $product['id'], $full['run']);
        }
        $full['page'] = $page['next_cursor'];
        $shop->keep('full', $full);
    } while ($full['page'] !== null && time() < $until);
    if ($full['page'] !== null) {
        return false;
    }
    // what came of Lanka once and was not met in this reading
    foreach ($shop->rows('SELECT `lanka_id` FROM {lanka_product} WHERE `run` <> ?', [$full['run']]) as $left) {
        hide_product($shop, $left['lanka_id']);
    }
    $shop->keep('cursor', $full['cursor']);
    $shop->keep('full', null);
    return true;
}

function read_changes(Shop $shop, Client $lanka, int $until): void
{
    do {
        try {
            $answer = $lanka->changes($shop->kept('cursor'), ['kinds' => KINDS]);
        } catch (LankaException $error) {
            if (!in_array($error->errorCode, ['changes.too_old', 'changes.cursor_unknown'], true)) {
                throw $error;
            }
            // away for too long: everything is read anew, from the next run on
            $shop->keep('cursor', null);
            return;
        }
        apply_changes($shop, $lanka, $answer['items']);
        $shop->keep('cursor', $answer['cursor']);
    } while ($answer['has_more'] && time() < $until);
}

/** A product is read once, however much of it has changed. */
function apply_changes(Shop $shop, Client $lanka, array $items): void
{
    $products = [];
    foreach ($items as ['kind' => $kind, 'id' => $id, 'data' => $data]) {
        if ($kind === 'order') {
            order_changed($shop, $id, $data);
        } elseif ($kind === 'product') {
            $products[$id] = true;
        } else {
            $product = $data['product_id'] ?? product_of_variant($shop, $id);
            $products += $product === '' ? [] : [$product => true];
        }
    }
    foreach (array_keys($products) as $product) {
        put_product($shop, $lanka, (string) $product);
    }
}

/** Lists of goods that OpenCart keeps in files would show yesterday's prices for an hour. */
function forget_cache(Shop $shop): void
{
    foreach (glob(($shop->settings['cache'] ?? '/nowhere/') . 'cache.product*') ?: [] as $file) {
        @unlink($file);
    }
}
