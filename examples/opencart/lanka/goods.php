<?php

namespace Lanka\OpenCart;

use Lanka\Client;
use Lanka\LankaException;

/** Of what a supplier does not count there is enough, or nothing. */
const ENOUGH = 9999;

/** Writes a product as it is now, whether it was here or not: done twice it is the same. */
function put_product(Shop $shop, Client $lanka, string $id, string $run = ''): void
{
    try {
        $product = $lanka->product($id);
    } catch (LankaException $error) {
        if ($error->status !== 404 || $error->isPassing()) {
            throw $error;
        }
        hide_product($shop, $id);
        return;
    }
    // `price` is for dropshippers: without a recommended one there is none for customers, and it is not sold
    $sold = static fn (array $variant): bool => ($variant['recommended_price'] ?? 0) > 0;
    $variants = array_values(array_filter($product['variants'], $sold));
    if ($product['deleted'] || !$product['published'] || $variants === []) {
        hide_product($shop, $id);
        return;
    }
    $known = known_product($shop, $product, $variants[0]);
    $run === '' || $shop->update('lanka_product', ['run' => $run], ['lanka_id' => $id]);
    $here = $shop->row('SELECT `image` FROM {product} WHERE `product_id` = ?', [$known['product_id']]);
    // what the shop itself has deleted stays away, and a product of its own that gets the number is not ours
    if ($here === null) {
        $shop->update('lanka_product', ['product_id' => -abs((int) $known['product_id'])], ['lanka_id' => $id]);
        return;
    }
    put_texts($shop, $known, $product);
    if (count($product['variants']) > 1) {
        put_options($shop, $known, $product, $variants);
    } else {
        drop_options($shop, $known, $variants[0]['id']);
    }
    if ((int) $known['ready'] === 0) {
        put_image($shop, $lanka, (int) $known['product_id'], $product);
    }
    // last, so that nobody buys what is half written; what the shop itself has hidden stays hidden
    $isShown = (int) $known['ready'] === 0 || (int) $known['hidden'] === 1;
    $shop->update('product', figures_of($variants) + ($isShown ? ['status' => 1] : []), ['product_id' => $known['product_id']]);
    $shop->update('lanka_product', ['ready' => 1, 'hidden' => 0], ['lanka_id' => $id]);
}

/** Its row of ours; a product that is new begins hidden. */
function known_product(Shop $shop, array $product, array $variant): array
{
    $sql = 'SELECT * FROM {lanka_product} WHERE `lanka_id` = ?';
    $known = $shop->row($sql, [$product['id']]);
    if ($known !== null) {
        return $known;
    }
    $product_id = $shop->insert('product', figures_of([$variant]) + [
        'stock_status_id' => (int) $shop->config('config_stock_status_id'),
        'shipping' => 1,
        'minimum' => 1,
        'date_available' => date('Y-m-d'),
        'date_added' => date('Y-m-d H:i:s'),
        'status' => 0,
    ]);
    $shop->insert('lanka_product', ['lanka_id' => $product['id'], 'product_id' => $product_id]);
    return $shop->row($sql, [$product['id']]);
}

/** SKU, the lowest price, and how many there are of all modifications: OpenCart asks for both of a product too. */
function figures_of(array $variants): array
{
    $sku = mb_substr($variants[0]['sku'], 0, 64);
    $counted = array_reduce($variants, static fn (bool $all, array $one): bool => $all && $one['available'] !== null, true);
    return [
        'model' => escaped($sku === '' ? '-' : $sku),
        'sku' => escaped($sku),
        'price' => hryvnias(min(array_column($variants, 'recommended_price'))),
        'quantity' => min(array_sum(array_map(__NAMESPACE__ . '\quantity_of', $variants)), 1000000),
        'subtract' => (int) $counted,
        'date_modified' => date('Y-m-d H:i:s'),
    ];
}

function hryvnias(int $kopecks): string
{
    return sprintf('%d.%02d', intdiv($kopecks, 100), $kopecks % 100);
}

function quantity_of(array $variant): int
{
    return $variant['available'] ?? ($variant['availability'] === 'out_of_stock' ? 0 : ENOUGH);
}

/** In all languages when it is new; after that in the shop's own: translations are the shop's. */
function put_texts(Shop $shop, array $known, array $product): void
{
    $name = escaped($product['name'], 200);
    $text = escaped(nl2br(htmlspecialchars($product['description'], ENT_NOQUOTES, 'UTF-8')), 30000);
    $at = ['product_id' => $known['product_id'], 'language_id' => $shop->language()];
    if ((int) $known['ready'] === 1) {
        $shop->update('product_description', ['name' => $name, 'description' => $text], $at);
        return;
    }
    foreach ($shop->languages() as $language) {
        $texts = ['name' => $name, 'description' => $text, 'meta_title' => $name];
        $rest = ['tag' => '', 'meta_description' => '', 'meta_keyword' => ''];
        $shop->replace('product_description', ['language_id' => $language] + $at + $texts + $rest);
    }
    $shop->replace('product_to_store', ['product_id' => $known['product_id'], 'store_id' => 0]);
    $category = (int) ($shop->settings['category_id'] ?? 0);
    if ($category !== 0) {
        $shop->replace('product_to_category', ['product_id' => $known['product_id'], 'category_id' => $category]);
    }
}

function hide_product(Shop $shop, string $id): void
{
    $sql = 'SELECT p.`product_id` FROM {lanka_product} l JOIN {product} p ON p.`product_id` = l.`product_id` WHERE l.`lanka_id` = ? AND p.`status` = 1';
    $shown = $shop->row($sql, [$id]);
    if ($shown !== null) {
        $shop->update('lanka_product', ['hidden' => 1], ['lanka_id' => $id]);
        $shop->update('product', ['status' => 0], $shown);
    }
}

/**
 * OpenCart counts stock by the values of one option and not by pairs of them: so colour and size are one option, and each
 * modification a value of it with its own stock and what it costs more than the cheapest.
 */
function put_options(Shop $shop, array $known, array $product, array $variants): void
{
    $option = option_of($shop, implode(', ', array_column($product['options'], 'name')));
    $of = ['product_id' => $known['product_id'], 'option_id' => $option];
    $number = (int) $known['product_option_id'];
    if ($number === 0 || $shop->row('SELECT 1 FROM {product_option} WHERE `product_option_id` = ?', [$number]) === null) {
        $number = $shop->insert('product_option', $of + ['value' => '', 'required' => 1]);
        $shop->update('lanka_product', ['product_option_id' => $number, 'variant_id' => ''], ['lanka_id' => $product['id']]);
    }
    $shop->update('product_option', $of, ['product_option_id' => $number]);
    $cheapest = min(array_column($variants, 'recommended_price'));
    $kept = [];
    foreach ($variants as $variant) {
        $row = $of + [
            'product_option_id' => $number,
            'option_value_id' => option_value_of($shop, $option, implode(', ', array_column($variant['values'], 'value'))),
            'quantity' => quantity_of($variant),
            'subtract' => (int) ($variant['available'] !== null),
            'price' => hryvnias($variant['recommended_price'] - $cheapest),
            'price_prefix' => '+',
            'points_prefix' => '+',
            'weight_prefix' => '+',
        ];
        $kept[] = put_value($shop, $row, $variant['id'], $product['id']);
    }
    $marks = implode(', ', array_fill(0, count($kept), '?'));
    $shop->run("DELETE FROM {product_option_value} WHERE `product_option_id` = ? AND `product_option_value_id` NOT IN ($marks)", array_merge([$number], $kept));
}

function put_value(Shop $shop, array $row, string $variant, string $product): int
{
    $sql = 'SELECT v.`product_option_value_id` FROM {lanka_value} l JOIN {product_option_value} v ON v.`product_option_value_id` = l.`product_option_value_id` WHERE l.`variant_id` = ? AND v.`product_option_id` = ?';
    $known = $shop->row($sql, [$variant, $row['product_option_id']]);
    if ($known !== null) {
        $shop->update('product_option_value', $row, $known);
        return (int) $known['product_option_value_id'];
    }
    $number = $shop->insert('product_option_value', $row);
    $shop->replace('lanka_value', ['product_option_value_id' => $number, 'variant_id' => $variant, 'lanka_id' => $product]);
    return $number;
}

/** A product of one modification has nothing to choose. */
function drop_options(Shop $shop, array $known, string $variant): void
{
    $number = (int) $known['product_option_id'];
    if ($number !== 0) {
        $shop->run('DELETE FROM {product_option_value} WHERE `product_option_id` = ?', [$number]);
        $shop->run('DELETE FROM {product_option} WHERE `product_option_id` = ?', [$number]);
    }
    $shop->update('lanka_product', ['product_option_id' => 0, 'variant_id' => $variant], ['lanka_id' => $known['lanka_id']]);
}

/** The option of this name that we have made: one for all products that are chosen by the same. */
function option_of(Shop $shop, string $name): int
{
    $known = $shop->kept('option ' . md5($name));
    if ($known !== null && $shop->row('SELECT 1 FROM {option} WHERE `option_id` = ?', [$known]) !== null) {
        return $known;
    }
    $number = $shop->insert('option', ['type' => 'select', 'sort_order' => 0]);
    foreach ($shop->languages() as $language) {
        $shop->insert('option_description', ['option_id' => $number, 'language_id' => $language, 'name' => escaped($name, 100)]);
    }
    $shop->keep('option ' . md5($name), $number);
    return $number;
}

function option_value_of(Shop $shop, int $option, string $name): int
{
    $sql = 'SELECT `option_value_id` FROM {option_value_description} WHERE `option_id` = ? AND `language_id` = ? AND `name` = ?';
    $known = $shop->row($sql, [$option, $shop->language(), escaped($name, 100)]);
    if ($known !== null) {
        return (int) $known['option_value_id'];
    }
    $number = $shop->insert('option_value', ['option_id' => $option, 'image' => '', 'sort_order' => 0]);
    foreach ($shop->languages() as $language) {
        $row = ['option_value_id' => $number, 'option_id' => $option, 'language_id' => $language, 'name' => escaped($name, 100)];
        $shop->insert('option_value_description', $row);
    }
    return $number;
}

/** Of a variant that is gone: what it belonged to here. */
function product_of_variant(Shop $shop, string $id): string
{
    $sql = 'SELECT `lanka_id` FROM {lanka_value} WHERE `variant_id` = ? UNION SELECT `lanka_id` FROM {lanka_product} WHERE `variant_id` = ?';
    return $shop->row($sql, [$id, $id])['lanka_id'] ?? '';
}

/** The first image, once: what the shop has chosen later stays. A product without one is better than none. */
function put_image(Shop $shop, Client $lanka, int $product_id, array $product): void
{
    $url = $product['images'][0]['url'] ?? null;
    $bring = $shop->settings['bring'] ?? __NAMESPACE__ . '\bring';
    $bytes = $url === null ? null : $bring($lanka->link($url));
    $found = $bytes === null ? false : @getimagesizefromstring($bytes);
    $ends = [IMAGETYPE_JPEG => 'jpg', IMAGETYPE_PNG => 'png', IMAGETYPE_GIF => 'gif', IMAGETYPE_WEBP => 'webp'];
    if ($found === false || !isset($ends[$found[2]])) {
        return;
    }
    $path = "catalog/lanka/{$product['id']}." . $ends[$found[2]];
    $folder = $shop->settings['images'] . 'catalog/lanka';
    is_dir($folder) || mkdir($folder, 0755, true);
    if (file_put_contents($shop->settings['images'] . $path, $bytes) !== false) {
        $shop->update('product', ['image' => $path], ['product_id' => $product_id]);
    }
}

/** A link of Lanka is good for whoever has it: the key stays here. */
function bring(string $url): ?string
{
    $curl = curl_init($url);
    curl_setopt_array($curl, [CURLOPT_RETURNTRANSFER => true, CURLOPT_TIMEOUT => 30, CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS]);
    $bytes = curl_exec($curl);
    return is_string($bytes) && curl_getinfo($curl, CURLINFO_RESPONSE_CODE) === 200 ? $bytes : null;
}
