<?php

namespace Lanka\OpenCart;

use Lanka\Client;
use Lanka\LankaException;

/** @return int[] */
function send_statuses(Shop $shop): array
{
    $given = $shop->settings['send_statuses'] ?? [];
    $all = $given === [] ? json_decode($shop->config('config_processing_status'), true) : $given;
    return array_map('intval', is_array($all) ? $all : []);
}

/**
 * Orders that have come to be carried out are kept as waiting before anybody is asked. The first time those that are there
 * already are left alone: somebody has carried them out. What was refused waits again when the shop gives it the status anew.
 */
function take_orders(Shop $shop): void
{
    $statuses = send_statuses($shop);
    if ($statuses === []) {
        return;
    }
    $marks = implode(', ', array_fill(0, count($statuses), '?'));
    $state = $shop->kept('began') === null ? 'before' : 'waiting';
    $shop->run(
        "INSERT INTO {lanka_order} (`order_id`, `state`) SELECT o.`order_id`, '$state' FROM {order} o
        LEFT JOIN {lanka_order} l ON l.`order_id` = o.`order_id` WHERE l.`order_id` IS NULL AND o.`order_status_id` IN ($marks)",
        $statuses
    );
    $shop->keep('began', $shop->kept('began') ?? time());
    $again = $shop->rows(
        "SELECT l.`order_id` FROM {lanka_order} l WHERE l.`state` = 'refused' AND EXISTS (SELECT 1 FROM {order_history} h
        WHERE h.`order_id` = l.`order_id` AND h.`order_history_id` > l.`history` AND h.`order_status_id` IN ($marks))",
        $statuses
    );
    foreach ($again as $one) {
        $shop->update('lanka_order', ['state' => 'waiting', 'tried_at' => 0], $one);
    }
}

/**
 * What was never tried goes first, then what was tried longest ago: so however many fail again and again, they keep no
 * new one back, and one that cannot be sent now keeps no other back.
 *
 * @return LankaException|null why the first one was not sent
 * @throws LankaException when nobody answers, or is to be asked: then none can be sent
 */
function send_waiting(Shop $shop, Client $lanka, int $until): ?LankaException
{
    $first = null;
    $waiting = $shop->rows("SELECT `order_id` FROM {lanka_order} WHERE `state` = 'waiting' ORDER BY `tried_at`, `order_id`");
    foreach ($waiting as ['order_id' => $id]) {
        try {
            send_order($shop, $lanka, (int) $id);
        } catch (LankaException $error) {
            if (in_array($error->status, [0, 429], true)) {
                throw $error;
            }
            $first = $first ?? $error;
        }
        // of the key or the plan: the next ones have the same
        if (time() >= $until || ($first !== null && in_array($first->status, [401, 402, 403], true))) {
            break;
        }
    }
    return $first;
}

/**
 * The number of the order is given along, and there is no second order with it: so it may be sent again after any time, and
 * also when it was changed meanwhile. What is there already is found by it, if it was sent before: else it is another's,
 * as of a copy of this shop.
 *
 * @throws LankaException what may be well again without a change of the order: it waits
 */
function send_order(Shop $shop, Client $lanka, int $id): void
{
    $order = $shop->row('SELECT * FROM {order} WHERE `order_id` = ?', [$id]);
    [$lines, $others] = $order === null ? [[], []] : lines_of($shop, $id);
    if ($lines === []) {
        $shop->update('lanka_order', ['state' => 'none'], ['order_id' => $id]);
        return;
    }
    $kept = $shop->row('SELECT `tried_at` FROM {lanka_order} WHERE `order_id` = ?', [$id]);
    $mayBeThere = (int) $kept['tried_at'] > 0;
    // whatever ends this run, the next one begins with another
    $shop->update('lanka_order', ['tried_at' => time()], ['order_id' => $id]);
    $body = body_of($shop, $order, $lines);
    $key = sprintf('opencart-%s-%d-%s', substr(md5($shop->settings['site']), 0, 12), $id, substr(md5(json_encode($body)), 0, 12));
    try {
        $made = $lanka->createOrder($body, $key);
    } catch (LankaException $error) {
        if ($error->isPassing() || in_array($error->status, [401, 402, 403], true)) {
            throw $error;
        }
        $isTaken = $error->errorCode === 'orders.external_number_taken';
        $there = $isTaken && $mayBeThere ? $error->details[0]['order_id'] ?? null : null;
        if ($there === null) {
            $number = say($shop, $id, text($shop, 'refused', "{$error->getMessage()} ({$error->errorCode})"));
            $shop->update('lanka_order', ['state' => 'refused', 'history' => $number], ['order_id' => $id]);
            return;
        }
        $made = $lanka->order($there);
    }
    $shop->update('lanka_order', ['state' => 'sent', 'lanka_id' => $made['id'], 'status' => $made['status']], ['order_id' => $id]);
    $note = text($shop, 'sent', $made['number']);
    say($shop, $id, $others === [] ? $note : $note . '. ' . text($shop, 'skipped', implode(', ', $others)));
}

/** A note in the history of the order, which the customer is not told of; its status stays. */
function say(Shop $shop, int $id, string $note): int
{
    $order = $shop->row('SELECT `order_status_id` FROM {order} WHERE `order_id` = ?', [$id]);
    $row = ['order_id' => $id, 'order_status_id' => $order['order_status_id'], 'notify' => 0, 'comment' => escaped($note)];
    return $shop->insert('order_history', $row + ['date_added' => date('Y-m-d H:i:s')]);
}

/** Lines of goods of Lanka, and the names of those that are not. */
function lines_of(Shop $shop, int $id): array
{
    $bought = $shop->rows(
        'SELECT p.`name`, p.`quantity`, p.`price`, p.`tax`, l.`variant_id` AS single, (SELECT v.`variant_id` FROM {order_option} o
        JOIN {lanka_value} v ON v.`product_option_value_id` = o.`product_option_value_id`
        WHERE o.`order_product_id` = p.`order_product_id` LIMIT 1) AS chosen
        FROM {order_product} p LEFT JOIN {lanka_product} l ON l.`product_id` = p.`product_id`
        WHERE p.`order_id` = ? ORDER BY p.`order_product_id`',
        [$id]
    );
    [$lines, $others] = [[], []];
    foreach ($bought as $one) {
        $variant = $one['chosen'] ?: $one['single'];
        if (!$variant) {
            $others[] = plain($one['name']);
            continue;
        }
        $line = $lines[$variant] ?? ['count' => 0, 'paid' => 0];
        $paid = ((float) $one['price'] + (float) $one['tax']) * 100 * (int) $one['quantity'];
        $lines[$variant] = ['count' => $line['count'] + (int) $one['quantity'], 'paid' => $line['paid'] + $paid];
    }
    // one line a variant; what the customer pays for a piece goes along
    $items = array_map(static function (string $variant, array $line): array {
        $price = (int) round($line['paid'] / max(1, $line['count']));
        return ['product_variant_id' => $variant, 'count' => $line['count'], 'customer_price' => $price];
    }, array_keys($lines), $lines);
    return [$items, $others];
}

function body_of(Shop $shop, array $order, array $lines): array
{
    $of = static function (string ...$names) use ($order): string {
        $parts = array_map(static fn (string $name): string => plain((string) ($order[$name] ?? '')), $names);
        return implode(' ', array_filter($parts, 'strlen'));
    };
    $name = $of('firstname', 'lastname');
    $shipping = $of('shipping_address_1', 'shipping_address_2') !== '' || $of('shipping_city') !== '' ? 'shipping' : 'payment';
    $method = named($of('shipping_method'));
    $address = implode(', ', array_filter([$of("{$shipping}_address_1"), $of("{$shipping}_address_2")], 'strlen'));
    $total = number_format((float) $order['total'], 2, '.', '');
    $note = text($shop, 'payment', $order['order_id'], named($of('payment_method')), $total);
    $body = [
        'items' => $lines,
        'customer' => ['name' => $name, 'phone' => $of('telephone') ?: null, 'email' => $of('email') ?: null],
        'delivery' => [
            'operator' => Client::operatorOf($method),
            'recipient_name' => $of('shipping_firstname', 'shipping_lastname') ?: $name,
            'recipient_phone' => $of('telephone') ?: null,
            'town' => $of("{$shipping}_city"),
            'address' => $address ?: $method,
        ],
        // of this shop and no other: a dropshipper may have several
        'external_number' => number_of_order($shop, (int) $order['order_id']),
        'source' => 'OpenCart',
        'comment' => trim($note . "\n" . $of('comment')),
        'send' => true,
    ];
    $counterparty = $shop->settings['counterparty_id'] ?? '';
    return $counterparty === '' ? $body : $body + ['counterparty_id' => $counterparty];
}

function number_of_order(Shop $shop, int $id): string
{
    $site = parse_url($shop->settings['site']);
    return substr(rtrim(($site['host'] ?? '') . ($site['path'] ?? ''), '/'), 0, 40) . " $id";
}

/** OpenCart 3 keeps the name of a way to pay or to deliver, OpenCart 4 an object with it. */
function named(string $method): string
{
    return (string) (json_decode($method, true)['name'] ?? $method);
}

/** What becomes of it at Lanka stands in the history of the order; its status is the shop's to change. */
function order_changed(Shop $shop, string $id, ?array $data): void
{
    $order = $shop->row('SELECT `order_id`, `status` FROM {lanka_order} WHERE `lanka_id` = ?', [$id]);
    if ($order === null || $data === null || $order['status'] === $data['status']) {
        return;
    }
    $hasParcel = $data['status'] === 'Sent' && $data['ttn'] !== null;
    $note = $hasParcel ? text($shop, 'ttn', $data['ttn']) : text($shop, 'status', $data['status']);
    say($shop, (int) $order['order_id'], $data['status'] === 'Canceled' ? text($shop, 'canceled') : $note);
    $shop->update('lanka_order', ['status' => $data['status']], ['order_id' => $order['order_id']]);
}
