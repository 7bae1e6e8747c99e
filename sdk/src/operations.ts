/** Every call of the public API with what it takes and answers. Made of openapi.json: `node scripts/public-api.mjs` writes it. */
import { type Operation, operation } from './operation.js';

export const API_VERSION = '1.3.0';

export interface DeleteMyClient {
  params: { id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Forget a client of the dropshipper’s own; orders stay as they are. Scope: clients.write. */
export const deleteMyClient: Operation<DeleteMyClient> = /* @__PURE__ */ operation('delete_my_client', 'DELETE', '/dropshipping/clients/{id}');

export interface ReadMyClient {
  params: { id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null; orders: Array<{ project_id: string; id: string; number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; customer_sum: number; created_at: string }> };
}
/** One client of the dropshipper’s own. Scope: clients.read. */
export const readMyClient: Operation<ReadMyClient> = /* @__PURE__ */ operation('read_my_client', 'GET', '/dropshipping/clients/{id}');

export interface UpdateMyClient {
  params: { id: string };
  query?: undefined;
  body: { name?: string; phone?: string; other_phones?: Array<string>; email?: string | null; discount?: number; comment?: string };
  answer: { id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null; orders: Array<{ project_id: string; id: string; number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; customer_sum: number; created_at: string }> };
}
/** Change a client of the dropshipper’s own. Scope: clients.write. */
export const updateMyClient: Operation<UpdateMyClient> = /* @__PURE__ */ operation('update_my_client', 'PATCH', '/dropshipping/clients/{id}');

export interface DeleteBooking {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Release what is booked; orders that wait get it, oldest first. What is released stays so. Scope: stock.write. */
export const deleteBooking: Operation<DeleteBooking> = /* @__PURE__ */ operation('delete_booking', 'DELETE', '/projects/{project_id}/bookings/{id}');

export interface ReadBooking {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; kind: "manual" | "temporary" | "order"; status: "Active" | "Disabled" | "Completed"; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; user: { id: string; name: string } | null; order: { id: string; number: number } | null; comment: string; booked_hours: number | null; expires_at: string | null; created_at: string; updated_at: string; stock: { product_variant_id: string; actual: number; booked: number; available: number; waiting?: number }; actions: Array<{ action: "change_comment" | "change_hours" | "change_count" | "change_user" | "update_stock" | "delete"; allowed: boolean; refusal: { code: string; message: string } | null }>; version: number };
}
/** One booking: what it holds, until when, and what can be done with it. Scope: stock.read. */
export const readBooking: Operation<ReadBooking> = /* @__PURE__ */ operation('read_booking', 'GET', '/projects/{project_id}/bookings/{id}');

export interface UpdateBooking {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { count?: number; user_id?: string; comment?: string; booked_hours?: number | null };
  answer: { id: string; kind: "manual" | "temporary" | "order"; status: "Active" | "Disabled" | "Completed"; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; user: { id: string; name: string } | null; order: { id: string; number: number } | null; comment: string; booked_hours: number | null; expires_at: string | null; created_at: string; updated_at: string; stock: { product_variant_id: string; actual: number; booked: number; available: number; waiting?: number }; actions: Array<{ action: "change_comment" | "change_hours" | "change_count" | "change_user" | "update_stock" | "delete"; allowed: boolean; refusal: { code: string; message: string } | null }>; version: number };
}
/** Change a booking, as far as no order decides about it. Scope: stock.write. */
export const updateBooking: Operation<UpdateBooking> = /* @__PURE__ */ operation('update_booking', 'PATCH', '/projects/{project_id}/bookings/{id}');

export interface DeleteClient {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Forget a client; orders stay as they are. Scope: clients.write. */
export const deleteClient: Operation<DeleteClient> = /* @__PURE__ */ operation('delete_client', 'DELETE', '/projects/{project_id}/clients/{id}');

export interface ReadClient {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null; orders: Array<{ project_id: string; id: string; number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; customer_sum: number; created_at: string }> };
}
/** One client with the newest orders and the last delivery. Scope: clients.read. */
export const readClient: Operation<ReadClient> = /* @__PURE__ */ operation('read_client', 'GET', '/projects/{project_id}/clients/{id}');

export interface UpdateClient {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { name?: string; phone?: string; other_phones?: Array<string>; email?: string | null; discount?: number; comment?: string };
  answer: { id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null; orders: Array<{ project_id: string; id: string; number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; customer_sum: number; created_at: string }> };
}
/** Change a client. Scope: clients.write. */
export const updateClient: Operation<UpdateClient> = /* @__PURE__ */ operation('update_client', 'PATCH', '/projects/{project_id}/clients/{id}');

export interface DeleteOrder {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete a draft. Scope: orders.write. */
export const deleteOrder: Operation<DeleteOrder> = /* @__PURE__ */ operation('delete_order', 'DELETE', '/projects/{project_id}/orders/{id}');

export interface ReadOrder {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; project_id: string; project_title: string; number: number; prefix: string; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; counterparty_name: string; manager_name: string | null; sum: number; recommended_sum: number; customer_sum: number; to_collect: number; cod: { state: "planned" | "awaited" | "received" | "refused" | "direct"; sum: number; received: number | null; fee: number; cost: number; earning: number; received_fee: number | null; sum_set: number | null; fee_set: number | null } | null; tags: Array<string>; source: string; external_number: string | null; returned: number; parcels: number; partly_sent: boolean; is_exchange: boolean; payment: { state: "prepaid" | "unpaid" | "partly" | "paid"; overdue: boolean; charged: number; credited: number; put: number; unpaid: number; charged_on: string | null; due_on: string | null } | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; queue_place: number | null; sent_to_manager_at: string | null; reserved_until: string | null; created_at: string; updated_at: string; last_status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; items: Array<{ id: string; product_variant_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; place: string; count: number; unit: string; base_price: number; recommended_price: number; price_level: string | null; price_from: number; discount: number; discount_source: "none" | "counterparty" | "promotion"; customer_discount: number; amount: number; recommended_amount: number; customer_price: number | null; customer_amount: number; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; waiting?: number; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; temporary_booking_expires_at: string | null; temporary_booking_count: number }>; customer: { name: string; email: string | null; phone: string | null }; delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null; ttn: string | null }; prepayment: { amount: number; date: string } | null; utm: { source?: string; medium?: string; campaign?: string; term?: string; content?: string } | null; promo_code: string | null; customer_discount: number; counterparty_discount: number; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; shipped_at: string | null; charged_at: string | null; editable: { items: boolean; details: boolean; prepayment: boolean; cod: boolean; reservation: boolean }; version: number };
}
/** One order with its items. Scope: orders.read. */
export const readOrder: Operation<ReadOrder> = /* @__PURE__ */ operation('read_order', 'GET', '/projects/{project_id}/orders/{id}');

export interface UpdateOrder {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { counterparty_id?: string; items?: Array<{ product_variant_id: string; count: number; customer_price?: number | null; fields?: { [key: string]: unknown } }>; customer?: { name: string; email?: string | null; phone?: string | null }; delivery?: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone?: string | null; town?: string; address: string; city_ref?: string | null; branch_ref?: string | null; door?: { street_ref: string; street: string; house: string; flat: string } | null; ttn?: string | null }; promo_code?: string | null; customer_discount?: number; tags?: Array<string>; source?: string; external_number?: string | null; prepayment?: { amount?: number; date?: string } | null; cod?: { on?: boolean; sum?: number | null; fee?: number | null } | null; reserved_until?: string | null; fields?: { [key: string]: unknown } };
  answer: { id: string; project_id: string; project_title: string; number: number; prefix: string; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; counterparty_name: string; manager_name: string | null; sum: number; recommended_sum: number; customer_sum: number; to_collect: number; cod: { state: "planned" | "awaited" | "received" | "refused" | "direct"; sum: number; received: number | null; fee: number; cost: number; earning: number; received_fee: number | null; sum_set: number | null; fee_set: number | null } | null; tags: Array<string>; source: string; external_number: string | null; returned: number; parcels: number; partly_sent: boolean; is_exchange: boolean; payment: { state: "prepaid" | "unpaid" | "partly" | "paid"; overdue: boolean; charged: number; credited: number; put: number; unpaid: number; charged_on: string | null; due_on: string | null } | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; queue_place: number | null; sent_to_manager_at: string | null; reserved_until: string | null; created_at: string; updated_at: string; last_status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; items: Array<{ id: string; product_variant_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; place: string; count: number; unit: string; base_price: number; recommended_price: number; price_level: string | null; price_from: number; discount: number; discount_source: "none" | "counterparty" | "promotion"; customer_discount: number; amount: number; recommended_amount: number; customer_price: number | null; customer_amount: number; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; waiting?: number; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; temporary_booking_expires_at: string | null; temporary_booking_count: number }>; customer: { name: string; email: string | null; phone: string | null }; delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null; ttn: string | null }; prepayment: { amount: number; date: string } | null; utm: { source?: string; medium?: string; campaign?: string; term?: string; content?: string } | null; promo_code: string | null; customer_discount: number; counterparty_discount: number; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; shipped_at: string | null; charged_at: string | null; editable: { items: boolean; details: boolean; prepayment: boolean; cod: boolean; reservation: boolean }; version: number };
}
/** Change an order; bookings follow the difference. Scope: orders.write. */
export const updateOrder: Operation<UpdateOrder> = /* @__PURE__ */ operation('update_order', 'PATCH', '/projects/{project_id}/orders/{id}');

export interface DeleteCategory {
  params: { project_id: string; id: string };
  query: { goods_to?: string | "none" };
  body?: undefined;
  answer: undefined;
}
/** Delete a category: an empty one, or one with all below it when it is said where the goods go. Scope: products.write. */
export const deleteCategory: Operation<DeleteCategory> = /* @__PURE__ */ operation('delete_category', 'DELETE', '/projects/{project_id}/product_categories/{id}');

export interface UpdateCategory {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { name?: string; parent_id?: string | null };
  answer: { id: string; parent_id: string | null; name: string; path: string; goods_count: number; version: number; updated_at: string };
}
/** Rename a category or move it, with all that is below it, under another or to the top. Scope: products.write. */
export const updateCategory: Operation<UpdateCategory> = /* @__PURE__ */ operation('update_category', 'PATCH', '/projects/{project_id}/product_categories/{id}');

export interface DeleteProduct {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete a product: it stays readable. Refused while any of it is booked. Scope: products.write. */
export const deleteProduct: Operation<DeleteProduct> = /* @__PURE__ */ operation('delete_product', 'DELETE', '/projects/{project_id}/products/{id}');

export interface DeleteOption {
  params: { project_id: string; product_id: string };
  query: { product_variant_option_id: string };
  body?: undefined;
  answer: undefined;
}
/** Delete an option with its values, unless variants would become the same. Scope: products.write. */
export const deleteOption: Operation<DeleteOption> = /* @__PURE__ */ operation('delete_option', 'DELETE', '/projects/{project_id}/products/{product_id}/delete_product_variant_option');

export interface DeleteImage {
  params: { project_id: string; product_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete an image; when it was the thumbnail, the next one takes its place. Scope: products.write. */
export const deleteImage: Operation<DeleteImage> = /* @__PURE__ */ operation('delete_image', 'DELETE', '/projects/{project_id}/products/{product_id}/product_images/{id}');

export interface UpdateImage {
  params: { project_id: string; product_id: string; id: string };
  query?: undefined;
  body: { position?: number; product_variant_id?: string | null; product_value_id?: string | null };
  answer: { id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string };
}
/** Move an image; bind it to a variant or to a value of an option, or unbind it with null. Scope: products.write. */
export const updateImage: Operation<UpdateImage> = /* @__PURE__ */ operation('update_image', 'PATCH', '/projects/{project_id}/products/{product_id}/product_images/{id}');

export interface DeleteValue {
  params: { project_id: string; product_id: string; option_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete a value that no variant has. Scope: products.write. */
export const deleteValue: Operation<DeleteValue> = /* @__PURE__ */ operation('delete_value', 'DELETE', '/projects/{project_id}/products/{product_id}/product_variant_options/{option_id}/product_values/{id}');

export interface UpdateValue {
  params: { project_id: string; product_id: string; option_id: string; id: string };
  query?: undefined;
  body: { value?: string; position?: number };
  answer: { id: string; option_id: string; value: string; position: number };
}
/** Rename or move a value; names of variants follow. Scope: products.write. */
export const updateValue: Operation<UpdateValue> = /* @__PURE__ */ operation('update_value', 'PATCH', '/projects/{project_id}/products/{product_id}/product_variant_options/{option_id}/product_values/{id}');

export interface DeleteVariant {
  params: { project_id: string; product_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete a variant. Refused while any of it is booked. Scope: products.write. */
export const deleteVariant: Operation<DeleteVariant> = /* @__PURE__ */ operation('delete_variant', 'DELETE', '/projects/{project_id}/products/{product_id}/product_variants/{id}');

export interface UpdateVariant {
  params: { project_id: string; product_id: string; id: string };
  query?: undefined;
  body: { name?: string; sku?: string; barcode?: string | null; recommended_price?: number | null; prices?: Array<{ price_level_id: string | null; from_count: number; price: number }>; weight?: number | null; length?: number | null; width?: number | null; height?: number | null; description?: string; place?: string; minimum?: number | null; values?: Array<{ option: string; value: string }>; fields?: { [key: string]: unknown }; price?: number };
  answer: { id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string };
}
/** Change a variant in the fields given. Scope: products.write. */
export const updateVariant: Operation<UpdateVariant> = /* @__PURE__ */ operation('update_variant', 'PATCH', '/projects/{project_id}/products/{product_id}/product_variants/{id}');

export interface DeletePromotion {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete a promotion that nobody has used. Scope: promotions.write. */
export const deletePromotion: Operation<DeletePromotion> = /* @__PURE__ */ operation('delete_promotion', 'DELETE', '/projects/{project_id}/promotions/{id}');

export interface ReadPromotion {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; title: string; promo_code: string | null; is_one_time_use_only: boolean; discount: number; discount_type: "percent" | "amount"; affects_all: boolean; starts_at: string | null; expires_at: string | null; tags: Array<string>; product_count: number; counterparty_count?: number; state: "planned" | "active" | "expired"; uses?: number; version: number; created_at: string; products: Array<{ id: string; name: string }>; counterparties?: Array<{ id: string; name: string }> };
}
/** One promotion, with the goods and counterparties that are chosen. Scope: promotions.read. */
export const readPromotion: Operation<ReadPromotion> = /* @__PURE__ */ operation('read_promotion', 'GET', '/projects/{project_id}/promotions/{id}');

export interface UpdatePromotion {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { title?: string; promo_code?: string | null; is_one_time_use_only?: boolean; discount?: number; discount_type?: "percent" | "amount"; affects_all?: boolean; starts_at?: string | null; expires_at?: string | null; product_ids?: Array<string>; tags?: Array<string>; counterparty_ids?: Array<string> };
  answer: { id: string; title: string; promo_code: string | null; is_one_time_use_only: boolean; discount: number; discount_type: "percent" | "amount"; affects_all: boolean; starts_at: string | null; expires_at: string | null; tags: Array<string>; product_count: number; counterparty_count?: number; state: "planned" | "active" | "expired"; uses?: number; version: number; created_at: string; products: Array<{ id: string; name: string }>; counterparties?: Array<{ id: string; name: string }> };
}
/** Change a promotion; prices frozen on orders stay. Scope: promotions.write. */
export const updatePromotion: Operation<UpdatePromotion> = /* @__PURE__ */ operation('update_promotion', 'PATCH', '/projects/{project_id}/promotions/{id}');

export interface DeleteRequestForm {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete a request with all that is known of the person. Scope: request_forms.write. */
export const deleteRequestForm: Operation<DeleteRequestForm> = /* @__PURE__ */ operation('delete_request_form', 'DELETE', '/projects/{project_id}/request_forms/{id}');

export interface ReadRequestForm {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; status: "new" | "done"; name: string; email: string | null; phone: string | null; comment: string; page_url: string | null; note: string; source: "site" | "api" | "staff"; sent_by: string | null; done_at: string | null; done_by: string | null; version: number; created_at: string };
}
/** One request. Scope: request_forms.read. */
export const readRequestForm: Operation<ReadRequestForm> = /* @__PURE__ */ operation('read_request_form', 'GET', '/projects/{project_id}/request_forms/{id}');

export interface UpdateRequestForm {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { status?: "new" | "done"; note?: string };
  answer: { id: string; status: "new" | "done"; name: string; email: string | null; phone: string | null; comment: string; page_url: string | null; note: string; source: "site" | "api" | "staff"; sent_by: string | null; done_at: string | null; done_by: string | null; version: number; created_at: string };
}
/** Say that a request is done, or new again, and write down what came of it. Scope: request_forms.write. */
export const updateRequestForm: Operation<UpdateRequestForm> = /* @__PURE__ */ operation('update_request_form', 'PATCH', '/projects/{project_id}/request_forms/{id}');

export interface DeleteStaticData {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: undefined;
}
/** Delete data for the own site. Scope: static_data.write. */
export const deleteStaticData: Operation<DeleteStaticData> = /* @__PURE__ */ operation('delete_static_data', 'DELETE', '/projects/{project_id}/static_data/{id}');

export interface UpdateStaticData {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { key?: string; name?: string; content?: { type: "text"; value: string } | { type: "number"; value: number } | { type: "list"; value: Array<string> } | { type: "picture"; file_name?: string; alt?: string }; position?: number };
  answer: { key: string; name: string; content: { type: "text"; value: string } | { type: "number"; value: number } | { type: "list"; value: Array<string> } | { type: "picture"; value: string; alt: string }; position: number; id: string; version: number; updated_at: string };
}
/** Change data for the own site. Scope: static_data.write. */
export const updateStaticData: Operation<UpdateStaticData> = /* @__PURE__ */ operation('update_static_data', 'PATCH', '/projects/{project_id}/static_data/{id}');

export interface ReadCurrentKey {
  params?: undefined;
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; scopes: Array<"products.read" | "products.write" | "stock.read" | "stock.write" | "orders.read" | "orders.write" | "counterparties.read" | "counterparties.write" | "clients.read" | "clients.write" | "payments.read" | "payments.write" | "payment_entry.write" | "returns.read" | "returns.write" | "promotions.read" | "promotions.write" | "request_forms.read" | "request_forms.write" | "static_data.read" | "static_data.write">; last_day: string | null; owner: { kind: "project"; id: string; friendly_id: string; name: string } | { kind: "dropshipper"; id: string; name: string }; limits: { allowed: { requests: number; bytes: number } | null; use: { requests: number; bytes: number }; resets_on: string; calls_per_minute: number } };
}
/** The key that makes this call: its name, its scopes, whose it is and what of the month is used. Scope: products.read or products.write or stock.read or stock.write or orders.read or orders.write or counterparties.read or counterparties.write or clients.read or clients.write or payments.read or payments.write or payment_entry.write or returns.read or returns.write or promotions.read or promotions.write or request_forms.read or request_forms.write or static_data.read or static_data.write. */
export const readCurrentKey: Operation<ReadCurrentKey> = /* @__PURE__ */ operation('read_current_key', 'GET', '/api_keys/current');

export interface ListBalances {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "project_title" | "-project_title" | "balance" | "-balance"; q?: string };
  body?: undefined;
  answer: { items: Array<{ project_id: string; friendly_id: string; project_title: string; logo_url: string | null; counterparty_id: string; balance: number; purchases_balance: number; closed_until: string | null; pending_count: number; pending_sum: number; takes_cards: boolean }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The dropshipper’s balance with each supplier. Scope: payments.read. */
export const listBalances: Operation<ListBalances> = /* @__PURE__ */ operation('list_balances', 'GET', '/dropshipping/balances');

export interface ListMyChanges {
  params?: undefined;
  query: { after?: string; limit?: number; wait?: number; kinds?: Array<"order" | "product" | "product_variant" | "price" | "stock" | "payment" | "return" | "application" | "request_form" | "supplier"> };
  body?: undefined;
  answer: { items: Array<{ kind: "order"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; sum: number; ttn: string | null; version: number } | null } | { kind: "product"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { name: string; published: boolean; version: number } | null } | { kind: "product_variant"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { product_id: string; name: string; sku: string; barcode: string | null; version: number } | null } | { kind: "price"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { product_id: string; sku: string; price: number | null; recommended_price: number | null } | null } | { kind: "stock"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { product_id: string; sku: string; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden" } | null } | { kind: "payment"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { counterparty_id: string; type: "receipt" | "withdrawal"; amount: number; date: string; status: "pending" | "confirmed" | "declined" } | null } | { kind: "return"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { number: number; order_id: string; counterparty_id: string; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; credit: number; version: number } | null } | { kind: "supplier"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { title: string } | null }>; cursor: string; has_more: boolean };
}
/** The same for a dropshipper over all his suppliers: his orders, payments and returns, the goods he may see. Scope: orders.read or products.read or payments.read or returns.read. */
export const listMyChanges: Operation<ListMyChanges> = /* @__PURE__ */ operation('list_my_changes', 'GET', '/dropshipping/changes');

export interface ListMyClients {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "name" | "-name" | "created_at" | "-created_at"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The dropshipper’s own clients, across all his suppliers. Scope: clients.read. */
export const listMyClients: Operation<ListMyClients> = /* @__PURE__ */ operation('list_my_clients', 'GET', '/dropshipping/clients');

export interface CreateMyClient {
  params?: undefined;
  query?: undefined;
  body: { name: string; phone: string; other_phones?: Array<string>; email?: string | null; discount?: number; comment?: string };
  answer: { id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null; orders: Array<{ project_id: string; id: string; number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; customer_sum: number; created_at: string }> };
}
/** Keep a client of the dropshipper’s own. Scope: clients.write. */
export const createMyClient: Operation<CreateMyClient> = /* @__PURE__ */ operation('create_my_client', 'POST', '/dropshipping/clients');

export interface FindMyClient {
  params?: undefined;
  query: { phone: string };
  body?: undefined;
  answer: { client: { id: string; name: string; phone: string; email: string | null; discount: number; comment: string } | null; last_name: string; refusals_count: number; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null };
}
/** The dropshipper’s client with this phone, and where the last parcel for it went. Scope: clients.read. */
export const findMyClient: Operation<FindMyClient> = /* @__PURE__ */ operation('find_my_client', 'GET', '/dropshipping/clients/by_phone');

export interface ListMyOrders {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at"; q?: string; status?: Array<"Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked">; counterparty_id?: string; has_returns?: boolean; partly_sent?: boolean; tag?: string; source?: string; town?: string; external_number?: string; paid?: "prepaid" | "unpaid" | "partly" | "paid" | "overdue" | "owed"; cod?: "planned" | "awaited" | "received" | "refused" | "direct"; reserved?: "held" | "soon" | "over"; placed?: boolean; manager_id?: string; without?: Array<"tag" | "source" | "town" | "manager">; from?: string; to?: string; mentioned?: boolean; project_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; number: number; prefix: string; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; counterparty_name: string; manager_name: string | null; customer_name: string; sum: number; recommended_sum: number; customer_sum: number; to_collect: number; cod: { state: "planned" | "awaited" | "received" | "refused" | "direct"; sum: number; received: number | null } | null; tags: Array<string>; source: string; external_number: string | null; town: string; items_count: number; returned: number; parcels: number; partly_sent: boolean; is_exchange: boolean; payment: { state: "prepaid" | "unpaid" | "partly" | "paid"; overdue: boolean; charged: number; credited: number; put: number; unpaid: number; charged_on: string | null; due_on: string | null } | null; ttn: string | null; first_thumbnail_url: string | null; fields?: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; queue_place?: number | null; sent_to_manager_at: string | null; reserved_until: string | null; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The dropshipper’s own orders at all suppliers. Scope: orders.read. */
export const listMyOrders: Operation<ListMyOrders> = /* @__PURE__ */ operation('list_my_orders', 'GET', '/dropshipping/orders');

export interface CountMyOrders {
  params?: undefined;
  query: { q?: string };
  body?: undefined;
  answer: { total: number; by_status: { [key: string]: number }; total_is_estimate?: boolean; by_status_is_estimate?: boolean };
}
/** How many of the dropshipper’s orders are in each status. Scope: orders.read. */
export const countMyOrders: Operation<CountMyOrders> = /* @__PURE__ */ operation('count_my_orders', 'GET', '/dropshipping/orders/counts');

export interface ListMyPayments {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "date" | "-date" | "amount" | "-amount"; q?: string; status?: Array<"pending" | "confirmed" | "declined">; type?: "receipt" | "withdrawal"; from?: string; to?: string; project_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The dropshipper’s payments at all suppliers. Scope: payments.read. */
export const listMyPayments: Operation<ListMyPayments> = /* @__PURE__ */ operation('list_my_payments', 'GET', '/dropshipping/payments');

export interface ListDropshippingProducts {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "name" | "-name" | "price" | "-price" | "available" | "-available"; q?: string; project_id?: string; category_id?: string; price_from?: number; price_to?: number; changed?: "any" | "price" | "ran_out" | "came_back"; tags?: Array<string>; stock?: "in_stock" | "out_of_stock" | "low" };
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; only_variant_id: string | null; sku: string; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields?: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string; project_id: string; project_title: string; cost: { from: number; to: number } | null; cost_before: { from: number; to: number } | null; turned: "ran_out" | "came_back" | null; watching: boolean; on_order: boolean }>; next_cursor: string | null; total: number; total_is_estimate?: boolean; own_prices?: boolean };
}
/** Published products of all suppliers of the dropshipper. Scope: products.read. */
export const listDropshippingProducts: Operation<ListDropshippingProducts> = /* @__PURE__ */ operation('list_dropshipping_products', 'GET', '/dropshipping/products');

export interface ListMyPromotions {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "title" | "-title"; q?: string; state?: "planned" | "active"; project_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; title: string; promo_code: string | null; is_one_time_use_only: boolean; discount: number; discount_type: "percent" | "amount"; affects_all: boolean; starts_at: string | null; expires_at: string | null; tags: Array<string>; product_count: number; state: "planned" | "active" | "expired"; version: number; created_at: string; project_id: string; project_title: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Promotions of all suppliers that the dropshipper can order by, now or later. Scope: promotions.read. */
export const listMyPromotions: Operation<ListMyPromotions> = /* @__PURE__ */ operation('list_my_promotions', 'GET', '/dropshipping/promotions');

export interface ListMyReturns {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at"; q?: string; status?: Array<"pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected">; reason?: Array<"damaged" | "incorrect_item" | "not_needed" | "other">; origin?: "request" | "refusal"; undecided?: boolean; from?: string; to?: string; project_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; items_count: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; first_product_title: string; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The dropshipper’s own returns at all suppliers. Scope: returns.read. */
export const listMyReturns: Operation<ListMyReturns> = /* @__PURE__ */ operation('list_my_returns', 'GET', '/dropshipping/returns');

export interface ListSuppliers {
  params?: undefined;
  query: { limit?: number; cursor?: string; sort?: "title" | "-title" | "balance" | "-balance"; q?: string };
  body?: undefined;
  answer: { items: Array<{ project_id: string; friendly_id: string; title: string; logo_url: string | null; contact_person: string; phone: string | null; category: string; counterparty_id: string; discount: number; balance: number; paused_until: string | null }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The suppliers that the dropshipper works with. Scope: payments.read. */
export const listSuppliers: Operation<ListSuppliers> = /* @__PURE__ */ operation('list_suppliers', 'GET', '/dropshipping/suppliers');

export interface ReadSupplier {
  params: { project_id: string };
  query?: undefined;
  body?: undefined;
  answer: { project_id: string; friendly_id: string; title: string; logo_url: string | null; contact_person: string; phone: string | null; category: string; counterparty_id: string; discount: number; balance: number; paused_until: string | null; description: string; website: string | null; region_restriction: string; returns: string; delivery: string; delivery_time: string; minimum_order: string; price_level_name: string | null; refusal_charge: number; payment_days: number | null; credit_limit: number | null; on_limit: "warn" | "refuse"; since: string };
}
/** A supplier of the dropshipper: the terms agreed with him, delivery, returns, and whom to ask. Scope: payments.read. */
export const readSupplier: Operation<ReadSupplier> = /* @__PURE__ */ operation('read_supplier', 'GET', '/dropshipping/suppliers/{project_id}');

export interface ListBookings {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "expires_at" | "-expires_at"; q?: string; status?: "Active" | "Disabled" | "Completed"; kind?: "manual" | "temporary" | "order"; user_id?: string; product_variant_id?: string; order_id?: string; temporary?: boolean };
  body?: undefined;
  answer: { items: Array<{ id: string; kind: "manual" | "temporary" | "order"; status: "Active" | "Disabled" | "Completed"; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; user: { id: string; name: string } | null; order: { id: string; number: number } | null; comment: string; booked_hours: number | null; expires_at: string | null; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Who holds which goods; by `expires_at` only those that end by themselves. Scope: stock.read. */
export const listBookings: Operation<ListBookings> = /* @__PURE__ */ operation('list_bookings', 'GET', '/projects/{project_id}/bookings');

export interface CreateBooking {
  params: { project_id: string };
  query?: undefined;
  body: { product_variant_id: string; count: number; user_id?: string | null; comment?: string; booked_hours?: number | null };
  answer: { id: string; kind: "manual" | "temporary" | "order"; status: "Active" | "Disabled" | "Completed"; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; user: { id: string; name: string } | null; order: { id: string; number: number } | null; comment: string; booked_hours: number | null; expires_at: string | null; created_at: string; updated_at: string; stock: { product_variant_id: string; actual: number; booked: number; available: number; waiting?: number }; actions: Array<{ action: "change_comment" | "change_hours" | "change_count" | "change_user" | "update_stock" | "delete"; allowed: boolean; refusal: { code: string; message: string } | null }>; version: number };
}
/** Book by hand, for somebody and for some hours or without an end. Scope: stock.write. */
export const createBooking: Operation<CreateBooking> = /* @__PURE__ */ operation('create_booking', 'POST', '/projects/{project_id}/bookings');

export interface ListChanges {
  params: { project_id: string };
  query: { after?: string; limit?: number; wait?: number; kinds?: Array<"order" | "product" | "product_variant" | "price" | "stock" | "payment" | "return" | "application" | "request_form" | "supplier"> };
  body?: undefined;
  answer: { items: Array<{ kind: "order"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; sum: number; ttn: string | null; version: number } | null } | { kind: "product"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { name: string; published: boolean; version: number } | null } | { kind: "product_variant"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { product_id: string; name: string; sku: string; barcode: string | null; version: number } | null } | { kind: "price"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { product_id: string; sku: string; price: number | null; recommended_price: number | null } | null } | { kind: "stock"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { product_id: string; sku: string; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden" } | null } | { kind: "payment"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { counterparty_id: string; type: "receipt" | "withdrawal"; amount: number; date: string; status: "pending" | "confirmed" | "declined" } | null } | { kind: "return"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { number: number; order_id: string; counterparty_id: string; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; credit: number; version: number } | null } | { kind: "application"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { status: "pending" | "approved" | "rejected" | "blocked" | "withdrawn"; name: string } | null } | { kind: "request_form"; id: string; project_id: string; what: "created" | "changed" | "deleted"; at: string; data: { status: "new" | "done"; name: string; email: string | null; phone: string | null; comment: string; page_url: string | null; note: string; source: "site" | "api" | "staff"; sent_by: string | null; done_at: string | null; done_by: string | null; version: number; created_at: string } | null }>; cursor: string; has_more: boolean };
}
/** What has changed since the cursor, in order: take a cursor first, then read everything, then only what changes. Kept for 30 days. Scope: orders.read or products.read or stock.read or payments.read or returns.read or request_forms.read. */
export const listChanges: Operation<ListChanges> = /* @__PURE__ */ operation('list_changes', 'GET', '/projects/{project_id}/changes');

export interface ListClients {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "name" | "-name" | "created_at" | "-created_at"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** The clients of the project; `q` finds by name, e-mail and any of their phones. Scope: clients.read. */
export const listClients: Operation<ListClients> = /* @__PURE__ */ operation('list_clients', 'GET', '/projects/{project_id}/clients');

export interface CreateClient {
  params: { project_id: string };
  query?: undefined;
  body: { name: string; phone: string; other_phones?: Array<string>; email?: string | null; discount?: number; comment?: string };
  answer: { id: string; name: string; phone: string; other_phones: Array<string>; email: string | null; discount: number; comment: string; orders_count: number; orders_sum: number; last_order_at: string | null; returns_count: number; refusals_count: number; version: number; created_at: string; updated_at: string; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null; orders: Array<{ project_id: string; id: string; number: number; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; customer_sum: number; created_at: string }> };
}
/** Keep a client; the phone is the identity within an owner. Scope: clients.write. */
export const createClient: Operation<CreateClient> = /* @__PURE__ */ operation('create_client', 'POST', '/projects/{project_id}/clients');

export interface FindClient {
  params: { project_id: string };
  query: { phone: string };
  body?: undefined;
  answer: { client: { id: string; name: string; phone: string; email: string | null; discount: number; comment: string } | null; last_name: string; refusals_count: number; last_delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null } | null };
}
/** Who has this phone, and where the last parcel for it went: for the form of an order. Scope: clients.read. */
export const findClient: Operation<FindClient> = /* @__PURE__ */ operation('find_client', 'GET', '/projects/{project_id}/clients/by_phone');

export interface ListCounterparties {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "name" | "-name" | "balance" | "-balance" | "discount" | "-discount" | "created_at" | "-created_at"; q?: string; kind?: "all" | "dropshippers" | "other"; manager_id?: string; balance?: "debt" | "advance" | "zero"; price_level_id?: string | "none"; group_id?: string | "none" };
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; legal_name: string; email: string | null; phone: string | null; comment: string; manager_id: string | null; manager_name: string | null; discount: number; discount_group_id: string | null; price_level_id: string | null; price_level_name: string | null; price_level_group_id: string | null; groups: Array<{ id: string; name: string }>; refusal_charge: number; payment_days: number | null; credit_limit: number | null; on_limit: "warn" | "refuse"; balance: number; purchases_balance: number; closed_until: string | null; status: "ordinary" | "invited" | "dropshipper"; invitation: { email: string; last_sent_at: string; resendable_at: string; expires_at: string } | null; own_sales: boolean; version: number; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Counterparties; `kind` tells dropshippers (also invited ones) from the others. Scope: counterparties.read. */
export const listCounterparties: Operation<ListCounterparties> = /* @__PURE__ */ operation('list_counterparties', 'GET', '/projects/{project_id}/counterparties');

export interface CreateCounterparty {
  params: { project_id: string };
  query?: undefined;
  body: { name: string; legal_name?: string; email?: string | null; phone?: string | null; comment?: string; manager_id?: string | null; discount?: number; price_level_id?: string | null; refusal_charge?: number; payment_days?: number | null; credit_limit?: number | null; on_limit?: "warn" | "refuse" };
  answer: { id: string; name: string; legal_name: string; email: string | null; phone: string | null; comment: string; manager_id: string | null; manager_name: string | null; discount: number; discount_group_id: string | null; price_level_id: string | null; price_level_name: string | null; price_level_group_id: string | null; groups: Array<{ id: string; name: string }>; refusal_charge: number; payment_days: number | null; credit_limit: number | null; on_limit: "warn" | "refuse"; balance: number; purchases_balance: number; closed_until: string | null; status: "ordinary" | "invited" | "dropshipper"; invitation: { email: string; last_sent_at: string; resendable_at: string; expires_at: string } | null; own_sales: boolean; version: number; created_at: string; updated_at: string };
}
/** Add a counterparty; its account opens with balance zero. Scope: counterparties.write. */
export const createCounterparty: Operation<CreateCounterparty> = /* @__PURE__ */ operation('create_counterparty', 'POST', '/projects/{project_id}/counterparties');

export interface ReadCounterparty {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; legal_name: string; email: string | null; phone: string | null; comment: string; manager_id: string | null; manager_name: string | null; discount: number; discount_group_id: string | null; price_level_id: string | null; price_level_name: string | null; price_level_group_id: string | null; groups: Array<{ id: string; name: string }>; refusal_charge: number; payment_days: number | null; credit_limit: number | null; on_limit: "warn" | "refuse"; balance: number; purchases_balance: number; closed_until: string | null; status: "ordinary" | "invited" | "dropshipper"; invitation: { email: string; last_sent_at: string; resendable_at: string; expires_at: string } | null; own_sales: boolean; version: number; created_at: string; updated_at: string };
}
/** One counterparty. Scope: counterparties.read. */
export const readCounterparty: Operation<ReadCounterparty> = /* @__PURE__ */ operation('read_counterparty', 'GET', '/projects/{project_id}/counterparties/{id}');

export interface UpdateCounterparty {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { name?: string; legal_name?: string; email?: string | null; phone?: string | null; comment?: string; manager_id?: string | null; discount?: number; price_level_id?: string | null; refusal_charge?: number; payment_days?: number | null; credit_limit?: number | null; on_limit?: "warn" | "refuse" };
  answer: { id: string; name: string; legal_name: string; email: string | null; phone: string | null; comment: string; manager_id: string | null; manager_name: string | null; discount: number; discount_group_id: string | null; price_level_id: string | null; price_level_name: string | null; price_level_group_id: string | null; groups: Array<{ id: string; name: string }>; refusal_charge: number; payment_days: number | null; credit_limit: number | null; on_limit: "warn" | "refuse"; balance: number; purchases_balance: number; closed_until: string | null; status: "ordinary" | "invited" | "dropshipper"; invitation: { email: string; last_sent_at: string; resendable_at: string; expires_at: string } | null; own_sales: boolean; version: number; created_at: string; updated_at: string };
}
/** Change a counterparty; a new discount or price level is its own, concerns orders that are not priced yet, and goes before those of its groups (0 and null: it has none of its own). Scope: counterparties.write. */
export const updateCounterparty: Operation<UpdateCounterparty> = /* @__PURE__ */ operation('update_counterparty', 'PATCH', '/projects/{project_id}/counterparties/{id}');

export interface ReadCounterpartyLedger {
  params: { project_id: string; id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at"; q?: string; purpose?: Array<"charge" | "payment" | "withdrawal" | "return" | "purchase" | "purchase_return" | "sale" | "logistics" | "cod_fee" | "transfer_in" | "transfer_out" | "offset_debt" | "offset_claim" | "reversal">; from?: string; to?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; purpose: "charge" | "payment" | "withdrawal" | "return" | "purchase" | "purchase_return" | "sale" | "logistics" | "cod_fee" | "transfer_in" | "transfer_out" | "offset_debt" | "offset_claim" | "reversal"; account: "sales" | "returns" | "purchases" | "cash" | "bank" | "cash_on_delivery" | "adjustments" | "logistics" | "offsets"; side: "sales" | "purchases"; amount: number; change: number; balance_after: number; ref: { kind: string; id: string }; comment: string; actor: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; day: string; created_at: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }> }>; next_cursor: string | null; total: number; total_is_estimate?: boolean; balance: number; purchases_balance: number };
}
/** What the balance is made of: postings, newest first; a Client may read his own. Scope: payments.read. */
export const readCounterpartyLedger: Operation<ReadCounterpartyLedger> = /* @__PURE__ */ operation('read_counterparty_ledger', 'GET', '/projects/{project_id}/counterparties/{id}/ledger');

export interface ListTermsChanges {
  params: { project_id: string; id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; discount: { from: number; to: number } | null; price_level: { from: string | null; to: string | null } | null; discount_group: string | null; price_level_group: string | null; others: { refusal_charge?: { from: number; to: number }; payment_days?: { from: number | null; to: number | null }; credit_limit?: { from: number | null; to: number | null }; on_limit?: { from: "warn" | "refuse"; to: "warn" | "refuse" } } | null; actor: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Who agreed what with the counterparty instead of what, and when; the latest first. Scope: counterparties.read. */
export const listTermsChanges: Operation<ListTermsChanges> = /* @__PURE__ */ operation('list_terms_changes', 'GET', '/projects/{project_id}/counterparties/{id}/terms');

export interface ListCounterpartyNames {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "name" | "-name"; q?: string; id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; legal_name: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Names of counterparties, to choose one; `id` asks for that one alone. Scope: counterparties.read. */
export const listCounterpartyNames: Operation<ListCounterpartyNames> = /* @__PURE__ */ operation('list_counterparty_names', 'GET', '/projects/{project_id}/counterparties/names');

export interface ListGroups {
  params: { project_id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; position: number; discount: number; price_level_id: string | null; price_level_name: string | null; archived: boolean; counterparties_count: number; version: number; updated_at: string }> };
}
/** Groups of counterparties in their order, the archived ones too. Scope: counterparties.read. */
export const listGroups: Operation<ListGroups> = /* @__PURE__ */ operation('list_groups', 'GET', '/projects/{project_id}/counterparty_groups');

export interface ListOrders {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "number" | "-number" | "sum" | "-sum" | "updated_at" | "-updated_at"; q?: string; status?: Array<"Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked">; counterparty_id?: string; has_returns?: boolean; partly_sent?: boolean; tag?: string; source?: string; town?: string; external_number?: string; paid?: "prepaid" | "unpaid" | "partly" | "paid" | "overdue" | "owed"; cod?: "planned" | "awaited" | "received" | "refused" | "direct"; reserved?: "held" | "soon" | "over"; placed?: boolean; manager_id?: string; without?: Array<"tag" | "source" | "town" | "manager">; from?: string; to?: string; group_id?: string; mentioned?: boolean; with_queue_place?: boolean; with_fields?: Array<string>; fields?: { [key: string]: string } };
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; number: number; prefix: string; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; counterparty_name: string; manager_name: string | null; customer_name: string; sum: number; recommended_sum: number; customer_sum: number; to_collect: number; cod: { state: "planned" | "awaited" | "received" | "refused" | "direct"; sum: number; received: number | null } | null; tags: Array<string>; source: string; external_number: string | null; town: string; items_count: number; returned: number; parcels: number; partly_sent: boolean; is_exchange: boolean; payment: { state: "prepaid" | "unpaid" | "partly" | "paid"; overdue: boolean; charged: number; credited: number; put: number; unpaid: number; charged_on: string | null; due_on: string | null } | null; ttn: string | null; first_thumbnail_url: string | null; fields?: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; queue_place?: number | null; sent_to_manager_at: string | null; reserved_until: string | null; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Orders of the project; a Client sees his own. Scope: orders.read. */
export const listOrders: Operation<ListOrders> = /* @__PURE__ */ operation('list_orders', 'GET', '/projects/{project_id}/orders');

export interface CreateOrder {
  params: { project_id: string };
  query?: undefined;
  body: { counterparty_id?: string; items?: Array<{ product_variant_id: string; count: number; customer_price?: number | null; fields?: { [key: string]: unknown } }>; customer?: { name: string; email?: string | null; phone?: string | null }; delivery?: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone?: string | null; town?: string; address: string; city_ref?: string | null; branch_ref?: string | null; door?: { street_ref: string; street: string; house: string; flat: string } | null; ttn?: string | null }; promo_code?: string | null; customer_discount?: number; tags?: Array<string>; source?: string; external_number?: string | null; prepayment?: { amount?: number; date?: string } | null; cod?: { on?: boolean; sum?: number | null; fee?: number | null } | null; reserved_until?: string | null; fields?: { [key: string]: unknown }; comment?: string; receipts?: Array<string>; utm?: { source?: string; medium?: string; campaign?: string; term?: string; content?: string } | null; send?: boolean };
  answer: { id: string; project_id: string; project_title: string; number: number; prefix: string; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; counterparty_name: string; manager_name: string | null; sum: number; recommended_sum: number; customer_sum: number; to_collect: number; cod: { state: "planned" | "awaited" | "received" | "refused" | "direct"; sum: number; received: number | null; fee: number; cost: number; earning: number; received_fee: number | null; sum_set: number | null; fee_set: number | null } | null; tags: Array<string>; source: string; external_number: string | null; returned: number; parcels: number; partly_sent: boolean; is_exchange: boolean; payment: { state: "prepaid" | "unpaid" | "partly" | "paid"; overdue: boolean; charged: number; credited: number; put: number; unpaid: number; charged_on: string | null; due_on: string | null } | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; queue_place: number | null; sent_to_manager_at: string | null; reserved_until: string | null; created_at: string; updated_at: string; last_status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; items: Array<{ id: string; product_variant_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; place: string; count: number; unit: string; base_price: number; recommended_price: number; price_level: string | null; price_from: number; discount: number; discount_source: "none" | "counterparty" | "promotion"; customer_discount: number; amount: number; recommended_amount: number; customer_price: number | null; customer_amount: number; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; waiting?: number; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; temporary_booking_expires_at: string | null; temporary_booking_count: number }>; customer: { name: string; email: string | null; phone: string | null }; delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null; ttn: string | null }; prepayment: { amount: number; date: string } | null; utm: { source?: string; medium?: string; campaign?: string; term?: string; content?: string } | null; promo_code: string | null; customer_discount: number; counterparty_discount: number; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; shipped_at: string | null; charged_at: string | null; editable: { items: boolean; details: boolean; prepayment: boolean; cod: boolean; reservation: boolean }; version: number };
}
/** Create an order as a draft, or with send straight to Pending. Scope: orders.write. */
export const createOrder: Operation<CreateOrder> = /* @__PURE__ */ operation('create_order', 'POST', '/projects/{project_id}/orders');

export interface ListComments {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; text: string; visibility: "self" | "all" | "managers"; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; mine: boolean; mentions: Array<{ id: string; name: string }>; created_at: string }> };
}
/** Comments that the asker may see. Scope: orders.read. */
export const listComments: Operation<ListComments> = /* @__PURE__ */ operation('list_comments', 'GET', '/projects/{project_id}/orders/{id}/comments');

export interface AddComment {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { text: string; visibility?: "self" | "all" | "managers" };
  answer: { id: string; text: string; visibility: "self" | "all" | "managers"; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; mine: boolean; mentions: Array<{ id: string; name: string }>; created_at: string };
}
/** Add a comment; `@[id of a user]` mentions somebody, who gets a letter. Scope: orders.write. */
export const addComment: Operation<AddComment> = /* @__PURE__ */ operation('add_comment', 'POST', '/projects/{project_id}/orders/{id}/comments');

export interface ListFiles {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; url: string; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; purpose: "file" | "prepayment" }> };
}
/** Files of the order; links are valid for one hour. Scope: orders.read. */
export const listFiles: Operation<ListFiles> = /* @__PURE__ */ operation('list_files', 'GET', '/projects/{project_id}/orders/{id}/files');

export interface AddFile {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { file_name: string; purpose?: "file" | "prepayment" };
  answer: { id: string; name: string; url: string; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; purpose: "file" | "prepayment" };
}
/** Attach an upload to the order. Scope: orders.write. */
export const addFile: Operation<AddFile> = /* @__PURE__ */ operation('add_file', 'POST', '/projects/{project_id}/orders/{id}/files');

export interface ReadHistory {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; kind: "created" | "moved" | "edited" | "returned" | "automated" | "split" | "parcel" | "split_off" | "split_from" | "joined" | "joined_into" | "exchanged" | "exchange_from" | "reservation_ended" | "access_ended"; from: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked" | null; to: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked" | null; reason: string; effects: Array<{ kind: "freeze_prices" | "book" | "release" | "ship" | "charge" | "return" | "withdraw" | "approve" | "reject" | "restock" | "refuse" | "logistics" | "waive" | "cod_received" | "cod_reversed" | "queue" | "split"; count?: number; amount?: number; waiting?: number; short?: boolean }>; changes: Array<{ field: "counterparty" | "customer_name" | "customer_phone" | "customer_email" | "delivery_operator" | "recipient_name" | "recipient_phone" | "delivery_town" | "delivery_address" | "ttn" | "tags" | "source" | "external_number" | "prepaid" | "prepaid_on" | "cod" | "cod_to" | "cod_sum" | "cod_fee" | "reserved_until" | "promo_code" | "customer_discount" | "sum" | "customer_sum" | "count" | "customer_price" | "fields"; of: string; before: string | number | null; after: string | number | null }>; actor: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; rule: string | null; created_at: string }> };
}
/** Every move of the order: who, when, why, with what effects. Scope: orders.read. */
export const readHistory: Operation<ReadHistory> = /* @__PURE__ */ operation('read_history', 'GET', '/projects/{project_id}/orders/{id}/history');

export interface ListMoves {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; items: Array<{ to: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; allowed: boolean; needs_reason: boolean; final: boolean; effects: Array<{ kind: "freeze_prices" | "book" | "release" | "ship" | "charge"; count?: number; amount?: number; waiting?: number; short?: boolean }>; refusal: { code: string; message: string } | null; warning: { code: string; message: string } | null }> };
}
/** What may follow, each with its effects or the reason why not. Scope: orders.read. */
export const listMoves: Operation<ListMoves> = /* @__PURE__ */ operation('list_moves', 'GET', '/projects/{project_id}/orders/{id}/moves');

export interface MoveOrder {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { to: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; reason?: string };
  answer: { id: string; project_id: string; project_title: string; number: number; prefix: string; status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; counterparty_id: string; counterparty_name: string; manager_name: string | null; sum: number; recommended_sum: number; customer_sum: number; to_collect: number; cod: { state: "planned" | "awaited" | "received" | "refused" | "direct"; sum: number; received: number | null; fee: number; cost: number; earning: number; received_fee: number | null; sum_set: number | null; fee_set: number | null } | null; tags: Array<string>; source: string; external_number: string | null; returned: number; parcels: number; partly_sent: boolean; is_exchange: boolean; payment: { state: "prepaid" | "unpaid" | "partly" | "paid"; overdue: boolean; charged: number; credited: number; put: number; unpaid: number; charged_on: string | null; due_on: string | null } | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; queue_place: number | null; sent_to_manager_at: string | null; reserved_until: string | null; created_at: string; updated_at: string; last_status: "Draft" | "Pending" | "InProduction" | "Ready" | "Loading" | "Loaded" | "Sent" | "Complete" | "Canceled" | "Blocked"; items: Array<{ id: string; product_variant_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; place: string; count: number; unit: string; base_price: number; recommended_price: number; price_level: string | null; price_from: number; discount: number; discount_source: "none" | "counterparty" | "promotion"; customer_discount: number; amount: number; recommended_amount: number; customer_price: number | null; customer_amount: number; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; waiting?: number; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; temporary_booking_expires_at: string | null; temporary_booking_count: number }>; customer: { name: string; email: string | null; phone: string | null }; delivery: { operator: "nova_poshta" | "ukrposhta" | "meest" | "pickup" | "other"; recipient_name: string; recipient_phone: string | null; town: string; address: string; city_ref: string | null; branch_ref: string | null; door: { street_ref: string; street: string; house: string; flat: string } | null; ttn: string | null }; prepayment: { amount: number; date: string } | null; utm: { source?: string; medium?: string; campaign?: string; term?: string; content?: string } | null; promo_code: string | null; customer_discount: number; counterparty_discount: number; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; shipped_at: string | null; charged_at: string | null; editable: { items: boolean; details: boolean; prepayment: boolean; cod: boolean; reservation: boolean }; version: number };
}
/** Move the order; a second identical request does nothing twice. Scope: orders.write. */
export const moveOrder: Operation<MoveOrder> = /* @__PURE__ */ operation('move_order', 'POST', '/projects/{project_id}/orders/{id}/moves');

export interface ListParcels {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; number: number; ttn: string | null; sent_at: string | null; sent_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null } | null; items: Array<{ order_item_id: string; product_variant_id: string; product_title: string; modification_title: string; sku: string; unit: string; count: number; amount: number }>; pieces: number; amount: number; cod: { sum: number; fee: number; cost: number; earning: number; state: "planned" | "awaited" | "received" | "refused" | "direct"; received: number | null; received_fee: number | null } | null; last: boolean; refusal: { code: string; message: string } | null; warning: { code: string; message: string } | null }>; may: { split: boolean; send: boolean } };
}
/** The parcels of an order, each with what is in it; none while the order is not split. Scope: orders.read. */
export const listParcels: Operation<ListParcels> = /* @__PURE__ */ operation('list_parcels', 'GET', '/projects/{project_id}/orders/{id}/parcels');

export interface ReadOrderReturns {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; items_count: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; first_product_title: string; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string }>; lines: Array<{ order_item_id: string; shipped: number; approved: number; pending: number; left: number; credit: number }>; parcels: Array<{ id: string; number: number; lines: Array<{ order_item_id: string; left: number }> }>; may: { create: boolean; refuse: boolean; refuse_parcels: Array<{ id: string; number: number }> }; refusal_charge: number };
}
/** What came back of an order, line by line, and what may still come back. Scope: returns.read. */
export const readOrderReturns: Operation<ReadOrderReturns> = /* @__PURE__ */ operation('read_order_returns', 'GET', '/projects/{project_id}/orders/{id}/returns');

export interface CountOrders {
  params: { project_id: string };
  query: { q?: string; counterparty_id?: string };
  body?: undefined;
  answer: { total: number; by_status: { [key: string]: number }; total_is_estimate?: boolean; by_status_is_estimate?: boolean };
}
/** How many orders are in each status, counted up to 10,000; of a search, some 200 of the newest. What is not counted to its end is marked. Scope: orders.read. */
export const countOrders: Operation<CountOrders> = /* @__PURE__ */ operation('count_orders', 'GET', '/projects/{project_id}/orders/counts');

export interface ListPayments {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "date" | "-date" | "amount" | "-amount"; q?: string; status?: Array<"pending" | "confirmed" | "declined">; type?: "receipt" | "withdrawal"; from?: string; to?: string; counterparty_id?: string; order_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Payments of the project; a Client sees his own. Scope: payments.read. */
export const listPayments: Operation<ListPayments> = /* @__PURE__ */ operation('list_payments', 'GET', '/projects/{project_id}/payments');

export interface CreatePayment {
  params: { project_id: string };
  query?: undefined;
  body: { counterparty_id?: string; orders?: Array<{ order_id: string; amount: number }>; type: "receipt" | "withdrawal"; amount: number; date: string; comment?: string; account?: "cash" | "bank" | "cash_on_delivery" | "adjustments"; files?: Array<string> };
  answer: { id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string };
}
/** Staff enters a payment, confirmed at once; a Client reports one, which waits for staff. Scope: payments.write or payment_entry.write. */
export const createPayment: Operation<CreatePayment> = /* @__PURE__ */ operation('create_payment', 'POST', '/projects/{project_id}/payments');

export interface ReadPayment {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string };
}
/** One payment. Scope: payments.read. */
export const readPayment: Operation<ReadPayment> = /* @__PURE__ */ operation('read_payment', 'GET', '/projects/{project_id}/payments/{id}');

export interface ListPriceLevels {
  params: { project_id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; position: number; counterparties_count: number; version: number; updated_at: string }> };
}
/** Price levels in their order: further columns of prices beside the price itself. Scope: products.read. */
export const listPriceLevels: Operation<ListPriceLevels> = /* @__PURE__ */ operation('list_price_levels', 'GET', '/projects/{project_id}/price_levels');

export interface ListCategories {
  params: { project_id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; parent_id: string | null; name: string; path: string; goods_count: number; version: number; updated_at: string }> };
}
/** The whole tree of product categories, by their paths. Scope: products.read. */
export const listCategories: Operation<ListCategories> = /* @__PURE__ */ operation('list_categories', 'GET', '/projects/{project_id}/product_categories');

export interface CreateCategory {
  params: { project_id: string };
  query?: undefined;
  body: { name: string; parent_id?: string | null };
  answer: { id: string; parent_id: string | null; name: string; path: string; goods_count: number; version: number; updated_at: string };
}
/** Add a category, below another or at the top. Scope: products.write. */
export const createCategory: Operation<CreateCategory> = /* @__PURE__ */ operation('create_category', 'POST', '/projects/{project_id}/product_categories');

export interface ListProjectOptions {
  params: { project_id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ name: string; value_type: "text" | "number"; show_in_name: boolean; values: Array<string>; products_count: number }> };
}
/** Option names in use with all their values, the most used first. Scope: products.read. */
export const listProjectOptions: Operation<ListProjectOptions> = /* @__PURE__ */ operation('list_project_options', 'GET', '/projects/{project_id}/product_options');

export interface ListAllOptions {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "name" | "-name"; q?: string; product_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Options of all products with their values. Scope: products.read. */
export const listAllOptions: Operation<ListAllOptions> = /* @__PURE__ */ operation('list_all_options', 'GET', '/projects/{project_id}/product_variant_options');

export interface ListStockBookings {
  params: { project_id: string; id: string };
  query: { limit?: number; cursor?: string; sort?: "id" | "-id"; q?: string; status?: "Active" | "Disabled" | "Completed" };
  body?: undefined;
  answer: { items: Array<{ id: string; product_variant_id: string; count: number; status: "Active" | "Disabled" | "Completed"; ref: { kind: string; id: string }; comment: string; user: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; expires_at: string | null; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** What the booked count of a variant is made of. Scope: stock.read. */
export const listStockBookings: Operation<ListStockBookings> = /* @__PURE__ */ operation('list_stock_bookings', 'GET', '/projects/{project_id}/product_variants/{id}/bookings');

export interface ListStockMovements {
  params: { project_id: string; id: string };
  query: { limit?: number; cursor?: string; sort?: "id" | "-id"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; product_variant_id: string; kind: "income" | "shipment" | "return" | "write_off" | "correction"; delta: number; before: number; after: number; ref: { kind: string; id: string }; comment: string; actor: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** What the stock of a variant is made of: before → after, cause, who. Scope: stock.read. */
export const listStockMovements: Operation<ListStockMovements> = /* @__PURE__ */ operation('list_stock_movements', 'GET', '/projects/{project_id}/product_variants/{id}/stock_movements');

export interface ListAllVariants {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "name" | "-name" | "created_at" | "-created_at" | "available" | "-available" | "price" | "-price" | "place" | "-place"; q?: string; with_fields?: Array<string>; fields?: { [key: string]: string }; attributes?: { [key: string]: string }; id?: Array<string>; product_id?: string; barcode?: string; sku?: string; published?: boolean; in_stock?: boolean; category_id?: string; tags?: Array<string> };
  body?: undefined;
  answer: { items: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields?: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string; product_name: string; unit: string; published: boolean; deleted: boolean }>; next_cursor: string | null; total: number; total_is_estimate?: boolean; own_prices?: boolean };
}
/** Variants of all products; an exact barcode or sku comes first. A Client sees those of published products. Scope: products.read. */
export const listAllVariants: Operation<ListAllVariants> = /* @__PURE__ */ operation('list_all_variants', 'GET', '/projects/{project_id}/product_variants/all_records');

export interface ReadProduct {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string; project_id: string; project_title: string; description: string; deleted_at: string | null; options: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; variants: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string }>; images: Array<{ id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string }>; on_order?: boolean };
}
/** One product with its options, variants, stock and images. Scope: products.read. */
export const readProduct: Operation<ReadProduct> = /* @__PURE__ */ operation('read_product', 'GET', '/projects/{project_id}/products/{id}/show_v2');

export interface ListImages {
  params: { project_id: string; product_id: string };
  query: { limit?: number; cursor?: string; sort?: "position" | "-position"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Images of a product, in their order. Scope: products.read. */
export const listImages: Operation<ListImages> = /* @__PURE__ */ operation('list_images', 'GET', '/projects/{project_id}/products/{product_id}/product_images');

export interface CreateImage {
  params: { project_id: string; product_id: string };
  query?: undefined;
  body: { file_name: string; product_variant_id?: string | null; product_value_id?: string | null };
  answer: { id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string };
}
/** Make an uploaded file an image of the product; the first one becomes the thumbnail. Scope: products.write. */
export const createImage: Operation<CreateImage> = /* @__PURE__ */ operation('create_image', 'POST', '/projects/{project_id}/products/{product_id}/product_images');

export interface ListOptions {
  params: { project_id: string; product_id: string };
  query: { limit?: number; cursor?: string; sort?: "position" | "-position"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Options of a product with their values. Scope: products.read. */
export const listOptions: Operation<ListOptions> = /* @__PURE__ */ operation('list_options', 'GET', '/projects/{project_id}/products/{product_id}/product_variant_options');

export interface CreateOption {
  params: { project_id: string; product_id: string };
  query?: undefined;
  body: { name: string; value_type?: "text" | "number"; show_in_name?: boolean; values?: Array<string> };
  answer: { id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> };
}
/** Add an option with its values. Scope: products.write. */
export const createOption: Operation<CreateOption> = /* @__PURE__ */ operation('create_option', 'POST', '/projects/{project_id}/products/{product_id}/product_variant_options');

export interface ListValues {
  params: { project_id: string; product_id: string; option_id: string };
  query: { limit?: number; cursor?: string; sort?: "position" | "-position"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; option_id: string; value: string; position: number }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Values of an option, in their order. Scope: products.read. */
export const listValues: Operation<ListValues> = /* @__PURE__ */ operation('list_values', 'GET', '/projects/{project_id}/products/{product_id}/product_variant_options/{option_id}/product_values');

export interface CreateValue {
  params: { project_id: string; product_id: string; option_id: string };
  query?: undefined;
  body: { value: string; position?: number };
  answer: { id: string; option_id: string; value: string; position: number };
}
/** Add a value to an option. Scope: products.write. */
export const createValue: Operation<CreateValue> = /* @__PURE__ */ operation('create_value', 'POST', '/projects/{project_id}/products/{product_id}/product_variant_options/{option_id}/product_values');

export interface ListVariants {
  params: { project_id: string; product_id: string };
  query: { limit?: number; cursor?: string; sort?: "position" | "-position"; q?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Variants of a product, in their order. Scope: products.read. */
export const listVariants: Operation<ListVariants> = /* @__PURE__ */ operation('list_variants', 'GET', '/projects/{project_id}/products/{product_id}/product_variants');

export interface CreateVariant {
  params: { project_id: string; product_id: string };
  query?: undefined;
  body: { name?: string; sku?: string; barcode?: string | null; recommended_price?: number | null; prices?: Array<{ price_level_id: string | null; from_count: number; price: number }>; weight?: number | null; length?: number | null; width?: number | null; height?: number | null; description?: string; place?: string; minimum?: number | null; values?: Array<{ option: string; value: string }>; fields?: { [key: string]: unknown }; price?: number | null; actual?: number };
  answer: { id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string };
}
/** Add a variant; options and values that do not exist yet are made. Scope: products.write. */
export const createVariant: Operation<CreateVariant> = /* @__PURE__ */ operation('create_variant', 'POST', '/projects/{project_id}/products/{product_id}/product_variants');

export interface ListProducts {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "name" | "-name" | "updated_at" | "-updated_at" | "price" | "-price" | "available" | "-available"; q?: string; with_fields?: Array<string>; fields?: { [key: string]: string }; attributes?: { [key: string]: string }; include_unpublished?: boolean; published?: boolean; status?: "published" | "unpublished" | "deleted"; category_id?: string; tags?: Array<string>; stock?: "in_stock" | "out_of_stock" | "low" };
  body?: undefined;
  answer: { items: Array<{ id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; only_variant_id: string | null; sku: string; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields?: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean; own_prices?: boolean };
}
/** Products of a project; without include_unpublished only the published ones. A Client sees only those. Scope: products.read. */
export const listProducts: Operation<ListProducts> = /* @__PURE__ */ operation('list_products', 'GET', '/projects/{project_id}/products/v2');

export interface ListPromotions {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "title" | "-title"; q?: string; state?: "planned" | "active" | "expired"; product_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; title: string; promo_code: string | null; is_one_time_use_only: boolean; discount: number; discount_type: "percent" | "amount"; affects_all: boolean; starts_at: string | null; expires_at: string | null; tags: Array<string>; product_count: number; counterparty_count?: number; state: "planned" | "active" | "expired"; uses?: number; version: number; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Promotions of the project; a Client sees those that he can order by, now or later. Scope: promotions.read. */
export const listPromotions: Operation<ListPromotions> = /* @__PURE__ */ operation('list_promotions', 'GET', '/projects/{project_id}/promotions');

export interface CreatePromotion {
  params: { project_id: string };
  query?: undefined;
  body: { title: string; promo_code?: string | null; is_one_time_use_only?: boolean; discount: number; discount_type: "percent" | "amount"; affects_all?: boolean; starts_at?: string | null; expires_at?: string | null; product_ids?: Array<string>; tags?: Array<string>; counterparty_ids?: Array<string> };
  answer: { id: string; title: string; promo_code: string | null; is_one_time_use_only: boolean; discount: number; discount_type: "percent" | "amount"; affects_all: boolean; starts_at: string | null; expires_at: string | null; tags: Array<string>; product_count: number; counterparty_count?: number; state: "planned" | "active" | "expired"; uses?: number; version: number; created_at: string; products: Array<{ id: string; name: string }>; counterparties?: Array<{ id: string; name: string }> };
}
/** Create a promotion: by code, or for all orders. Scope: promotions.write. */
export const createPromotion: Operation<CreatePromotion> = /* @__PURE__ */ operation('create_promotion', 'POST', '/projects/{project_id}/promotions');

export interface ListRequestForms {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at"; q?: string; status?: "new" | "done" };
  body?: undefined;
  answer: { items: Array<{ id: string; status: "new" | "done"; name: string; email: string | null; phone: string | null; comment: string; page_url: string | null; note: string; source: "site" | "api" | "staff"; sent_by: string | null; done_at: string | null; done_by: string | null; version: number; created_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** What visitors of the own site have sent, newest first. Scope: request_forms.read. */
export const listRequestForms: Operation<ListRequestForms> = /* @__PURE__ */ operation('list_request_forms', 'GET', '/projects/{project_id}/request_forms');

export interface CreateRequestForm {
  params: { project_id: string };
  query?: undefined;
  body: { name: string; email?: string | null; phone?: string | null; comment?: string; page_url?: string | null };
  answer: { id: string; status: "new" | "done"; name: string; email: string | null; phone: string | null; comment: string; page_url: string | null; note: string; source: "site" | "api" | "staff"; sent_by: string | null; done_at: string | null; done_by: string | null; version: number; created_at: string };
}
/** Send a request in the name of a visitor, or write one down. Scope: request_forms.write. */
export const createRequestForm: Operation<CreateRequestForm> = /* @__PURE__ */ operation('create_request_form', 'POST', '/projects/{project_id}/request_forms');

export interface ListReturns {
  params: { project_id: string };
  query: { limit?: number; cursor?: string; sort?: "created_at" | "-created_at" | "number" | "-number" | "credit" | "-credit"; q?: string; status?: Array<"pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected">; reason?: Array<"damaged" | "incorrect_item" | "not_needed" | "other">; origin?: "request" | "refusal"; undecided?: boolean; from?: string; to?: string; counterparty_id?: string; order_id?: string; product_variant_id?: string; item_id?: string };
  body?: undefined;
  answer: { items: Array<{ id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; items_count: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; first_product_title: string; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Returns of the project; a Client sees his own. Scope: returns.read. */
export const listReturns: Operation<ListReturns> = /* @__PURE__ */ operation('list_returns', 'GET', '/projects/{project_id}/returns');

export interface CreateReturn {
  params: { project_id: string };
  query?: undefined;
  body: { order_id: string; parcel_id?: string; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; comment?: string; items: Array<{ order_item_id: string; count: number; to_warehouse?: boolean }>; photos?: Array<string> };
  answer: { id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string; comment: string; items: Array<{ id: string; order_item_id: string; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; shipped: number; to_warehouse: boolean; status: "pending" | "approved" | "rejected"; credit: number; restocked: boolean; decided_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null } | null; decided_at: string | null }>; photos: Array<{ id: string; name: string; url: string; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }>; may: { decide: boolean; withdraw: boolean; waive: boolean; add_photos: boolean }; version: number };
}
/** Ask for a return of what an order has sent; nothing moves until it is approved. Scope: returns.write. */
export const createReturn: Operation<CreateReturn> = /* @__PURE__ */ operation('create_return', 'POST', '/projects/{project_id}/returns');

export interface ReadReturn {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string; comment: string; items: Array<{ id: string; order_item_id: string; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; shipped: number; to_warehouse: boolean; status: "pending" | "approved" | "rejected"; credit: number; restocked: boolean; decided_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null } | null; decided_at: string | null }>; photos: Array<{ id: string; name: string; url: string; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }>; may: { decide: boolean; withdraw: boolean; waive: boolean; add_photos: boolean }; version: number };
}
/** One return with its lines and photos. Scope: returns.read. */
export const readReturn: Operation<ReadReturn> = /* @__PURE__ */ operation('read_return', 'GET', '/projects/{project_id}/returns/{id}');

export interface DecideReturn {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { items?: Array<{ id: string; status: "approved" | "rejected"; to_warehouse?: boolean }>; others?: "approved" | "rejected"; comment?: string };
  answer: { id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string; comment: string; items: Array<{ id: string; order_item_id: string; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; shipped: number; to_warehouse: boolean; status: "pending" | "approved" | "rejected"; credit: number; restocked: boolean; decided_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null } | null; decided_at: string | null }>; photos: Array<{ id: string; name: string; url: string; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }>; may: { decide: boolean; withdraw: boolean; waive: boolean; add_photos: boolean }; version: number };
}
/** Approve or reject lines of a return: what is approved goes back to the warehouse where marked, and is credited, once. Scope: returns.write. */
export const decideReturn: Operation<DecideReturn> = /* @__PURE__ */ operation('decide_return', 'PATCH', '/projects/{project_id}/returns/{id}');

export interface ReadReturnHistory {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ id: string; kind: "created" | "refused" | "decided" | "withdrawn" | "charged" | "waived"; approved: number; rejected: number; count: number; amount: number; comment: string; actor: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }> };
}
/** What was done with the return: who, when, with what figures. Scope: returns.read. */
export const readReturnHistory: Operation<ReadReturnHistory> = /* @__PURE__ */ operation('read_return_history', 'GET', '/projects/{project_id}/returns/{id}/history');

export interface ListStaticData {
  params: { project_id: string };
  query?: undefined;
  body?: undefined;
  answer: { items: Array<{ key: string; name: string; content: { type: "text"; value: string } | { type: "number"; value: number } | { type: "list"; value: Array<string> } | { type: "picture"; value: string; alt: string }; position: number; id: string; version: number; updated_at: string }>; next_cursor: string | null; total: number; total_is_estimate?: boolean };
}
/** Data for the own site, all of them, in their order; with an ETag, for sites that ask often. Scope: static_data.read. */
export const listStaticData: Operation<ListStaticData> = /* @__PURE__ */ operation('list_static_data', 'GET', '/projects/{project_id}/static_data');

export interface CreateStaticData {
  params: { project_id: string };
  query?: undefined;
  body: { key: string; name: string; content: { type: "text"; value: string } | { type: "number"; value: number } | { type: "list"; value: Array<string> } | { type: "picture"; file_name?: string; alt?: string }; position?: number };
  answer: { key: string; name: string; content: { type: "text"; value: string } | { type: "number"; value: number } | { type: "list"; value: Array<string> } | { type: "picture"; value: string; alt: string }; position: number; id: string; version: number; updated_at: string };
}
/** Add data for the own site; without a position they stand last. Scope: static_data.write. */
export const createStaticData: Operation<CreateStaticData> = /* @__PURE__ */ operation('create_static_data', 'POST', '/projects/{project_id}/static_data');

export interface PublishProduct {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string; project_id: string; project_title: string; description: string; deleted_at: string | null; options: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; variants: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string }>; images: Array<{ id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string }>; on_order?: boolean };
}
/** Show a product to dropshippers. Scope: products.write. */
export const publishProduct: Operation<PublishProduct> = /* @__PURE__ */ operation('publish_product', 'PATCH', '/projects/{project_id}/products/{id}/publish');

export interface UnpublishProduct {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string; project_id: string; project_title: string; description: string; deleted_at: string | null; options: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; variants: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string }>; images: Array<{ id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string }>; on_order?: boolean };
}
/** Hide a product from dropshippers; open orders go on. Scope: products.write. */
export const unpublishProduct: Operation<UnpublishProduct> = /* @__PURE__ */ operation('unpublish_product', 'PATCH', '/projects/{project_id}/products/{id}/unpublish');

export interface UpdateProduct {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { name?: string; description?: string; tags?: Array<string>; vendor?: string; unit?: string; tracked?: boolean; category_id?: string | null; fields?: { [key: string]: unknown }; options?: Array<{ name: string; value_type?: "text" | "number"; show_in_name?: boolean; id?: string }>; variants?: Array<{ name?: string; sku?: string; barcode?: string | null; recommended_price?: number | null; prices?: Array<{ price_level_id: string | null; from_count: number; price: number }>; weight?: number | null; length?: number | null; width?: number | null; height?: number | null; description?: string; place?: string; minimum?: number | null; values?: Array<{ option: string; value: string }>; fields?: { [key: string]: unknown }; price?: number | null; actual?: number; id?: string }>; remove_variants?: Array<string> };
  answer: { id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string; project_id: string; project_title: string; description: string; deleted_at: string | null; options: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; variants: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string }>; images: Array<{ id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string }>; on_order?: boolean };
}
/** Change a product, and its options and variants in the same step. Scope: products.write. */
export const updateProduct: Operation<UpdateProduct> = /* @__PURE__ */ operation('update_product', 'PATCH', '/projects/{project_id}/products/{id}/update_v2');

export interface MarkAsThumbnail {
  params: { project_id: string; product_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string };
}
/** Make this image the one that lists show. Scope: products.write. */
export const markAsThumbnail: Operation<MarkAsThumbnail> = /* @__PURE__ */ operation('mark_as_thumbnail', 'PATCH', '/projects/{project_id}/products/{product_id}/product_images/{id}/mark_as_thumbnail');

export interface UpdateOption {
  params: { project_id: string; product_id: string; id: string };
  query?: undefined;
  body: { name?: string; value_type?: "text" | "number"; show_in_name?: boolean; position?: number };
  answer: { id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> };
}
/** Rename an option, move it, or let it show in the names of variants. Scope: products.write. */
export const updateOption: Operation<UpdateOption> = /* @__PURE__ */ operation('update_option', 'PATCH', '/projects/{project_id}/products/{product_id}/product_variant_options/{id}');

export interface PriceOrder {
  params: { project_id: string };
  query?: undefined;
  body: { counterparty_id?: string; items: Array<{ product_variant_id: string; count: number; customer_price?: number | null; fields?: { [key: string]: unknown } }>; promo_code?: string | null; customer_discount?: number; prepayment?: { amount?: number; date?: string } | null; cod?: { on?: boolean; sum?: number | null; fee?: number | null } | null; order_id?: string };
  answer: { items: Array<{ product_variant_id: string; count: number; base_price: number; recommended_price: number; price_level: string | null; price_from: number; discount: number; discount_source: "none" | "counterparty" | "promotion"; customer_discount: number; amount: number; recommended_amount: number; customer_price: number | null; customer_amount: number }>; sum: number; recommended_sum: number; customer_sum: number; cod: { sum: number; fee: number; cost: number; earning: number } | null; refusals: Array<{ code: string; message: string; path: string }> };
}
/** What an order would cost: nothing is written, no number is drawn, no promo code is spent. Scope: orders.write. */
export const priceOrder: Operation<PriceOrder> = /* @__PURE__ */ operation('price_order', 'POST', '/projects/{project_id}/orders/price');

export interface ConfirmPayment {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { account?: "cash" | "bank" | "cash_on_delivery" | "adjustments" };
  answer: { id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string };
}
/** Confirm a reported payment: it is posted to the ledger, once. Scope: payment_entry.write. */
export const confirmPayment: Operation<ConfirmPayment> = /* @__PURE__ */ operation('confirm_payment', 'POST', '/projects/{project_id}/payments/{id}/confirm');

export interface DeclinePayment {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { reason?: string };
  answer: { id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string };
}
/** Decline a reported payment; nothing is posted. Scope: payment_entry.write. */
export const declinePayment: Operation<DeclinePayment> = /* @__PURE__ */ operation('decline_payment', 'POST', '/projects/{project_id}/payments/{id}/decline');

export interface ReversePayment {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { comment: string };
  answer: { id: string; project_id: string; project_title: string; counterparty_id: string; counterparty_name: string; orders: Array<{ id: string; prefix: string; number: number; amount: number }>; type: "receipt" | "withdrawal"; account: "cash" | "bank" | "cash_on_delivery" | "adjustments"; amount: number; date: string; counted_on: string | null; comment: string; status: "pending" | "confirmed" | "declined"; decline_reason: string; balance_after: number | null; reversed: boolean; created_by: { id: string; name: string }; processed_by: { id: string; name: string } | null; processed_at: string | null; files: number; bank_row_id: string | null; created_at: string };
}
/** Take a confirmed payment back by a reversing posting, once. Scope: payment_entry.write. */
export const reversePayment: Operation<ReversePayment> = /* @__PURE__ */ operation('reverse_payment', 'POST', '/projects/{project_id}/payments/{id}/reverse');

export interface ChangeStock {
  params: { project_id: string; id: string };
  query?: undefined;
  body: { delta?: number; counted?: number; kind?: "income" | "write_off" | "correction"; comment?: string };
  answer: { product_variant_id: string; actual: number; booked: number; available: number; waiting?: number };
}
/** Change the stock by a difference, or to what was counted. Scope: stock.write. */
export const changeStock: Operation<ChangeStock> = /* @__PURE__ */ operation('change_stock', 'POST', '/projects/{project_id}/product_variants/{id}/stock');

export interface UpdateBySku {
  params: { project_id: string };
  query?: undefined;
  body: { items: Array<{ sku: string; price?: number; recommended_price?: number | null; counted?: number; delta?: number; product_name?: string }>; comment?: string };
  answer: { created: number; changed: number; unchanged: number; refused: number; rows: Array<{ index: number; sku: string; outcome: "created" | "refused"; product_id: string | null; product_variant_id: string | null; code: string | null; message: string | null }> };
}
/** Prices and stock of up to 1,000 SKUs at once, and new products with them; a refused row keeps no other back. Scope: products.write or stock.write. */
export const updateBySku: Operation<UpdateBySku> = /* @__PURE__ */ operation('update_by_sku', 'POST', '/projects/{project_id}/product_variants/by_sku');

export interface CreateProduct {
  params: { project_id: string };
  query?: undefined;
  body: { name: string; description?: string; tags?: Array<string>; vendor?: string; unit?: string; tracked?: boolean; category_id?: string | null; fields?: { [key: string]: unknown }; options?: Array<{ name: string; value_type?: "text" | "number"; show_in_name?: boolean; values?: Array<string> }>; variants?: Array<{ name?: string; sku?: string; barcode?: string | null; recommended_price?: number | null; prices?: Array<{ price_level_id: string | null; from_count: number; price: number }>; weight?: number | null; length?: number | null; width?: number | null; height?: number | null; description?: string; place?: string; minimum?: number | null; values?: Array<{ option: string; value: string }>; fields?: { [key: string]: unknown }; price?: number | null; actual?: number }> };
  answer: { id: string; name: string; thumbnail_url: string | null; published: boolean; deleted: boolean; tags: Array<string>; vendor: string; unit: string; category_id: string | null; category_path: string; variants_count: number; out_of_stock_count: number | null; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; min_price: number | null; max_price: number | null; min_recommended_price: number | null; max_recommended_price: number | null; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; version: number; created_at: string; updated_at: string; project_id: string; project_title: string; description: string; deleted_at: string | null; options: Array<{ id: string; product_id: string; name: string; value_type: "text" | "number"; show_in_name: boolean; position: number; values: Array<{ id: string; option_id: string; value: string; position: number }> }>; variants: Array<{ id: string; product_id: string; name: string; name_given: boolean; sku: string; barcode: string | null; code: string | null; price: number | null; prices: Array<{ price_level_id: string | null; from_count: number; price: number }>; recommended_price: number | null; weight: number | null; length: number | null; width: number | null; height: number | null; description: string; place: string; minimum: number | null; values: Array<{ option: string; value: string }>; fields: { [key: string]: string | number | boolean | Array<string> | { file_name: string; name: string; url: string } }; thumbnail_url: string | null; position: number; actual: number | null; booked: number | null; available: number | null; availability: "in_stock" | "many" | "out_of_stock" | "unlimited" | "hidden"; tracked: boolean; version: number; created_at: string; updated_at: string }>; images: Array<{ id: string; product_id: string; product_variant_id: string | null; product_value_id: string | null; url: string; thumbnail_url: string; is_thumbnail: boolean; position: number; created_at: string }>; on_order?: boolean };
}
/** Create a product: only a name is needed. It is hidden until it is published. Scope: products.write. */
export const createProduct: Operation<CreateProduct> = /* @__PURE__ */ operation('create_product', 'POST', '/projects/{project_id}/products/create_v2');

export interface EndPromotion {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; title: string; promo_code: string | null; is_one_time_use_only: boolean; discount: number; discount_type: "percent" | "amount"; affects_all: boolean; starts_at: string | null; expires_at: string | null; tags: Array<string>; product_count: number; counterparty_count?: number; state: "planned" | "active" | "expired"; uses?: number; version: number; created_at: string; products: Array<{ id: string; name: string }>; counterparties?: Array<{ id: string; name: string }> };
}
/** End a promotion now; prices frozen on orders stay. Scope: promotions.write. */
export const endPromotion: Operation<EndPromotion> = /* @__PURE__ */ operation('end_promotion', 'POST', '/projects/{project_id}/promotions/{id}/end');

export interface WithdrawReturn {
  params: { project_id: string; id: string };
  query?: undefined;
  body?: undefined;
  answer: { id: string; project_id: string; project_title: string; number: number; order: { id: string; number: number }; counterparty: { id: string; name: string }; status: "pending" | "approved" | "rejected" | "partially_approved" | "partially_rejected"; origin: "request" | "refusal"; parcel: number | null; reason: "damaged" | "incorrect_item" | "not_needed" | "other"; count: number; undecided: number; credit: number; logistics_charge: number; charge_waived: boolean; withdrawn: boolean; created_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string; updated_at: string; comment: string; items: Array<{ id: string; order_item_id: string; product_variant_id: string; product_id: string; product_title: string; modification_title: string; sku: string; thumbnail_url: string | null; count: number; unit: string; shipped: number; to_warehouse: boolean; status: "pending" | "approved" | "rejected"; credit: number; restocked: boolean; decided_by: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null } | null; decided_at: string | null }>; photos: Array<{ id: string; name: string; url: string; author: { kind: "user" | "api_key" | "system"; id: string | null; name: string | null }; created_at: string }>; may: { decide: boolean; withdraw: boolean; waive: boolean; add_photos: boolean }; version: number };
}
/** Take a return back that nobody has decided yet; its pieces may be returned again. Scope: returns.write. */
export const withdrawReturn: Operation<WithdrawReturn> = /* @__PURE__ */ operation('withdraw_return', 'POST', '/projects/{project_id}/returns/{id}/withdraw');

export interface CreateUpload {
  params: { project_id: string };
  query?: undefined;
  body: { file_name: string; content_type?: string; bytes?: number };
  answer: { url: string; file_name: string; direct_upload: { url: string; headers: { [key: string]: string } } };
}
/** A presigned address for one upload: send the bytes there with PUT and the headers given. A form that brings the file along (PDF, unless it says another content type) is taken too; its bytes need not be sent again. Scope: products.write or orders.write or static_data.write. */
export const createUpload: Operation<CreateUpload> = /* @__PURE__ */ operation('create_upload', 'POST', '/projects/{project_id}/uploads');
