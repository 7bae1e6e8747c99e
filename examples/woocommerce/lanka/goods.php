<?php

namespace Lanka\Woo;

use Lanka\Client;
use Lanka\LankaException;

defined('ABSPATH') || exit;

/** The post that came of a product or a variant of Lanka, by its id there: a SKU may be changed, the id stays. */
function post_of(string $meta, string $id): int
{
    $found = get_posts([
        'post_type' => ['product', 'product_variation'],
        'post_status' => ['publish', 'private', 'draft', 'pending', 'trash'],
        'meta_key' => $meta,
        'meta_value' => $id,
        'fields' => 'ids',
        'numberposts' => 1,
    ]);
    return (int) ($found[0] ?? 0);
}

/** The price for customers. `price` is for dropshippers: without a recommended one it has none, and is not sold. */
function price_of(array $variant): string
{
    $kopecks = $variant['recommended_price'] ?? 0;
    return $kopecks === 0 ? '' : sprintf('%d.%02d', intdiv($kopecks, 100), $kopecks % 100);
}

/** Writes a product as it is now, whether it was here or not: done twice it is the same. */
function put_product(Client $lanka, string $id, string $run = 'changes'): void
{
    try {
        $product = $lanka->product($id);
    } catch (LankaException $error) {
        if ($error->status !== 404 || $error->isPassing()) {
            throw $error;
        }
        hide_product($id);
        return;
    }
    if ($product['deleted'] || !$product['published'] || $product['variants'] === []) {
        hide_product($id);
        return;
    }
    $isVariable = count($product['variants']) > 1;
    $post = post_of('_lanka_product_id', $id);
    if ($post !== 0 && get_post_status($post) === 'trash') {
        return;
    }
    $goods = $isVariable ? new \WC_Product_Variable($post) : new \WC_Product_Simple($post);
    $goods->set_name($product['name']);
    $goods->set_description(wp_kses_post($product['description']));
    // what the shop itself has hidden stays hidden
    if ($post === 0 || $goods->get_meta('_lanka_hidden') !== '') {
        $goods->set_status('publish');
        $goods->delete_meta_data('_lanka_hidden');
    }
    $goods->update_meta_data('_lanka_product_id', $id);
    $goods->update_meta_data('_lanka_run', $run);
    if ($isVariable) {
        $goods->set_attributes(attributes_of($product));
        $goods->delete_meta_data('_lanka_variant_id');
        $goods->set_sku('');
        put_variations($goods->save(), $product['variants']);
    } else {
        // first those go that have its SKU
        $post === 0 || put_variations($post, []);
        put_figures($goods, $product['variants'][0]);
        $goods->save();
    }
    if ($post === 0) {
        put_image($lanka, $goods->get_id(), $product);
    }
}

function hide_product(string $id): void
{
    $post = post_of('_lanka_product_id', $id);
    $goods = $post === 0 ? null : wc_get_product($post);
    // a draft keeps its address and its orders, and comes back as it was
    if ($goods && $goods->get_status() === 'publish') {
        $goods->set_status('draft');
        $goods->update_meta_data('_lanka_hidden', 'yes');
        $goods->save();
    }
}

/** @return \WC_Product_Attribute[] */
function attributes_of(array $product): array
{
    return array_map(static function (array $option, int $position): \WC_Product_Attribute {
        $attribute = new \WC_Product_Attribute();
        $attribute->set_name($option['name']);
        $attribute->set_options(array_column($option['values'], 'value'));
        $attribute->set_position($position);
        $attribute->set_visible(true);
        $attribute->set_variation(true);
        return $attribute;
    }, $product['options'], array_keys($product['options']));
}

/** Those that are no more, or that another product has now, go. */
function put_variations(int $parent, array $variants): void
{
    $kept = [];
    foreach ($variants as $variant) {
        $post = post_of('_lanka_variant_id', $variant['id']);
        $was = $post === 0 ? null : wc_get_product($post);
        $variation = new \WC_Product_Variation($was && $was->is_type('variation') ? $post : 0);
        $variation->set_parent_id($parent);
        $values = [];
        foreach ($variant['values'] as ['option' => $option, 'value' => $value]) {
            $values[sanitize_title($option)] = $value;
        }
        $variation->set_attributes($values);
        $variation->set_status('publish');
        put_figures($variation, $variant);
        $kept[] = $variation->save();
    }
    // those of a product that has one variant now are not told by its own class
    $children = get_posts([
        'post_type' => 'product_variation',
        'post_status' => ['publish', 'private'],
        'post_parent' => $parent,
        'fields' => 'ids',
        'numberposts' => -1,
    ]);
    foreach ($children as $child) {
        if (!in_array($child, $kept, true)) {
            wp_delete_post($child, true);
        }
    }
}

/** SKU, price and stock. Where a supplier does not tell how many there are, whether there are any. */
function put_figures(\WC_Product $goods, array $variant): void
{
    $goods->update_meta_data('_lanka_variant_id', $variant['id']);
    try {
        $goods->set_sku($variant['sku']);
    } catch (\WC_Data_Exception $taken) {
        // another product of the shop has it; ours is found by its id
    }
    $goods->set_regular_price(price_of($variant));
    $counted = $variant['available'] !== null;
    $goods->set_manage_stock($counted);
    if ($counted) {
        $goods->set_stock_quantity($variant['available']);
    } else {
        $goods->set_stock_status($variant['availability'] === 'out_of_stock' ? 'outofstock' : 'instock');
    }
}

/** The first image, once: what the shop has chosen later stays. */
function put_image(Client $lanka, int $post, array $product): void
{
    $url = $product['images'][0]['url'] ?? null;
    if ($url === null) {
        return;
    }
    $parts = ['media' => 'media_sideload_image', 'file' => 'download_url', 'image' => 'wp_generate_attachment_metadata'];
    // by the clock none of the administration is there
    foreach ($parts as $part => $has) {
        function_exists($has) || require_once ABSPATH . "wp-admin/includes/$part.php";
    }
    $image = media_sideload_image($lanka->link($url), $post, $product['name'], 'id');
    if (is_int($image)) {
        set_post_thumbnail($post, $image);
    }
}
