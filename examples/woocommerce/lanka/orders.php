<?php

namespace Lanka\Woo;

use Lanka\Client;
use Lanka\LankaException;

defined('ABSPATH') || exit;

/** A key of idempotency is known for a day: what is older is looked at by a person before it is sent again. */
const KEY_SECONDS = 23 * 3600;

/** An order is kept before anybody is asked, with its key: whatever breaks after it, it is brought once. */
function take_order(int $id): void
{
    $order = wc_get_order($id);
    if (!$order || $order->get_meta('_lanka_state') !== '' || lines_of($order)[0] === []) {
        return;
    }
    wait_for($order, 1);
    // the customer does not wait for Lanka
    wp_schedule_single_event(time(), 'lanka_send');
}

/** Two requests that take the same order at once give it the same key. */
function wait_for(\WC_Order $order, int $attempt): void
{
    $order->update_meta_data('_lanka_state', 'waiting');
    $order->update_meta_data('_lanka_attempt', $attempt);
    $order->update_meta_data('_lanka_key', 'woo-' . substr(md5(home_url()), 0, 12) . "-{$order->get_id()}-$attempt");
    $order->update_meta_data('_lanka_since', time());
    $order->update_meta_data('_lanka_asked', '');
    $order->save();
}

/** Right after an order was taken. While a run by the clock is under way, that run sends it. */
function send_now(): void
{
    $lock = setting('url') === '' ? null : lock();
    if ($lock === null) {
        return;
    }
    try {
        $lanka = client();
        if ($lanka !== null) {
            send_waiting($lanka, time() + RUN_SECONDS);
        }
    } catch (LankaException | \InvalidArgumentException $error) {
        // it waits; the next run by the clock says why, if it still does
    } finally {
        unlock($lock);
    }
}

/**
 * Those that wait: first what was never asked for, the oldest first; then what failed before, each run from where the
 * last one stopped. So however many fail again and again, and however long each takes, they keep no new one back.
 *
 * @return int[]
 */
function waiting(): array
{
    $those = static function (string $state): array {
        $asked = ['meta_key' => '_lanka_state', 'meta_value' => $state, 'limit' => -1, 'return' => 'ids'];
        $ids = wc_get_orders($asked);
        sort($ids);
        return $ids;
    };
    [$turn, $failed] = [(int) get_option('lanka_turn', 0), $those('failing')];
    $isNext = static function (int $id) use ($turn): bool {
        return $id > $turn;
    };
    return array_merge($those('waiting'), array_filter($failed, $isNext), array_diff($failed, array_filter($failed, $isNext)));
}

/**
 * One that cannot be sent now keeps no other back.
 *
 * @return LankaException|null why the first one was not sent
 * @throws LankaException when nobody answers, or is to be asked: then none can be sent
 */
function send_waiting(Client $lanka, int $until): ?LankaException
{
    $first = null;
    foreach (waiting() as $id) {
        $order = wc_get_order($id);
        // another request may have sent it meanwhile
        if (!$order || !in_array($order->get_meta('_lanka_state'), ['waiting', 'failing'], true)) {
            continue;
        }
        if ($order->get_meta('_lanka_state') === 'failing') {
            update_option('lanka_turn', $id, false);
        }
        try {
            send_order($lanka, $order);
        } catch (LankaException $error) {
            if (in_array($error->status, [0, 429], true)) {
                throw $error;
            }
            $first = $first ?? $error;
        }
        // the next ones have the same key
        if (time() >= $until || ($first !== null && is_of_key($first))) {
            break;
        }
    }
    return $first;
}

/** @throws LankaException what may be well again without a change of the order: it waits, and is sent with the same key */
function send_order(Client $lanka, \WC_Order $order): void
{
    if (time() - (int) $order->get_meta('_lanka_since') > KEY_SECONDS) {
        say($order, 'unsure', text('unsure'));
        return;
    }
    [$lines, $others] = lines_of($order);
    $mayBeThere = $order->get_meta('_lanka_asked') !== '';
    if (!$mayBeThere) {
        $order->update_meta_data('_lanka_asked', '1');
        // until it is there: whatever ends this run, the next one begins with another
        $order->update_meta_data('_lanka_state', 'failing');
        $order->save();
    }
    try {
        $made = $lanka->createOrder(body_of($order, $lines), $order->get_meta('_lanka_key'));
    } catch (LankaException $error) {
        if (is_of_key($error) && !$mayBeThere) {
            // nothing was made of it, now or before: its time begins when the key is well again
            $order->update_meta_data('_lanka_asked', '');
            $order->update_meta_data('_lanka_state', 'waiting');
            $order->update_meta_data('_lanka_since', time());
            $order->save();
        }
        if ($error->isPassing() || is_of_key($error)) {
            throw $error;
        }
        if ($error->errorCode === 'common.idempotency_mismatch') {
            // it was changed after it was sent first: that one may be there
            say($order, 'unsure', text('unsure'));
            return;
        }
        // it was sent with another key of the API: its number is known there
        $isTaken = $error->errorCode === 'orders.external_number_taken';
        $there = $isTaken && $mayBeThere ? $error->details[0]['order_id'] ?? null : null;
        if ($there === null) {
            say($order, 'refused', text('refused', "{$error->getMessage()} ({$error->errorCode})"));
            return;
        }
        $made = $lanka->order($there);
    }
    $order->update_meta_data('_lanka_order_id', $made['id']);
    $order->update_meta_data('_lanka_status', $made['status']);
    $note = text('sent', $made['number']);
    say($order, 'sent', $others === [] ? $note : $note . '. ' . text('skipped', implode(', ', $others)));
}

/** Of the key or the plan, and not of an order: whoever keeps the shop mends it, and the order waits. */
function is_of_key(LankaException $error): bool
{
    return in_array($error->status, [401, 402, 403], true) || strncmp($error->errorCode, 'plans.', 6) === 0;
}

function say(\WC_Order $order, string $state, string $note): void
{
    $order->update_meta_data('_lanka_state', $state);
    $order->save();
    $order->add_order_note($note);
}

/** Lines of goods of Lanka, and the names of those that are not. */
function lines_of(\WC_Order $order): array
{
    [$lines, $others] = [[], []];
    foreach ($order->get_items() as $item) {
        $goods = $item->get_product();
        $variant = $goods ? (string) $goods->get_meta('_lanka_variant_id') : '';
        if ($variant === '') {
            $others[] = $item->get_name();
            continue;
        }
        $count = (int) $item->get_quantity();
        $paid = ((float) $item->get_total() + (float) $item->get_total_tax()) * 100;
        $line = $lines[$variant] ?? ['product_variant_id' => $variant, 'count' => 0, 'paid' => 0];
        $lines[$variant] = ['count' => $line['count'] + $count, 'paid' => $line['paid'] + $paid] + $line;
    }
    // one line a variant; what the customer pays for a piece goes along
    return [array_values(array_map(static function (array $line): array {
        $price = (int) round($line['paid'] / max(1, $line['count']));
        return ['product_variant_id' => $line['product_variant_id'], 'count' => $line['count'], 'customer_price' => $price];
    }, $lines)), $others];
}

function body_of(\WC_Order $order, array $lines): array
{
    $name = trim($order->get_formatted_billing_full_name());
    $recipient = trim($order->get_formatted_shipping_full_name());
    $hasShipping = trim($order->get_shipping_address_1()) !== '';
    $parts = $hasShipping
        ? [$order->get_shipping_address_1(), $order->get_shipping_address_2(), $order->get_shipping_postcode()]
        : [$order->get_billing_address_1(), $order->get_billing_address_2(), $order->get_billing_postcode()];
    $operator = Client::operatorOf($order->get_shipping_method());
    $address = implode(', ', array_filter(array_map('trim', $parts)));
    $note = text('payment', $order->get_order_number(), $order->get_payment_method_title(), $order->get_total());
    $body = [
        'items' => $lines,
        'customer' => ['name' => $name, 'phone' => $order->get_billing_phone(), 'email' => $order->get_billing_email() ?: null],
        'delivery' => [
            'operator' => $operator,
            'recipient_name' => $recipient === '' ? $name : $recipient,
            'recipient_phone' => $order->get_shipping_phone() ?: $order->get_billing_phone(),
            'town' => $hasShipping ? $order->get_shipping_city() : $order->get_billing_city(),
            'address' => $address === '' ? $order->get_shipping_method() : $address,
        ],
        // of this shop and no other: a dropshipper may have several
        'external_number' => substr((string) preg_replace('~^\w+://|/$~', '', home_url()), 0, 40) . ' ' . $order->get_id(),
        'source' => 'WooCommerce',
        'comment' => trim($note . "\n" . $order->get_customer_note()),
        'send' => true,
    ];
    return setting('counterparty_id') === '' ? $body : $body + ['counterparty_id' => setting('counterparty_id')];
}

function order_actions(array $actions): array
{
    return $actions + ['lanka_send_again' => text('again')];
}

/** A person has seen that it is not there: what is sent now is another order, with a key of its own. */
function send_again(\WC_Order $order): void
{
    $isUnderWay = in_array($order->get_meta('_lanka_state'), ['waiting', 'failing', 'sent'], true);
    if ($isUnderWay || lines_of($order)[0] === []) {
        return;
    }
    wait_for($order, (int) $order->get_meta('_lanka_attempt') + 1);
    wp_schedule_single_event(time(), 'lanka_send');
}

function order_changed(string $id, ?array $data): void
{
    [$order] = wc_get_orders(['meta_key' => '_lanka_order_id', 'meta_value' => $id, 'limit' => 1]) + [null];
    if (!$order || $data === null || $order->get_meta('_lanka_status') === $data['status']) {
        return;
    }
    $order->update_meta_data('_lanka_status', $data['status']);
    $order->save();
    if ($data['status'] === 'Canceled') {
        $order->update_status('on-hold', text('canceled'));
    } elseif ($data['status'] === 'Complete') {
        $order->update_status('completed', text('status', $data['status']));
    } else {
        $hasParcel = $data['status'] === 'Sent' && $data['ttn'] !== null;
        $order->add_order_note($hasParcel ? text('ttn', $data['ttn']) : text('status', $data['status']));
    }
}
