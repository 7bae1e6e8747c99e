<?php
/**
 * The public API of Lanka for PHP, in one file: calls, lists, repeats that do nothing twice, changes, webhooks.
 * PHP 7.4 and newer with json and curl. MIT licence. Guide and reference: /developers of your Lanka.
 *
 *   require 'Lanka.php';
 *   $lanka = new \Lanka\Client(['url' => 'https://lanka.example', 'key' => getenv('LANKA_KEY'), 'project' => 'my-factory']);
 *   foreach ($lanka->variants(['published' => true]) as $variant) echo $variant['sku'], ' ', $variant['available'], "\n";
 *
 * Money is whole kopecks, percent are hundredths, weight is grams, times are ISO 8601 in UTC.
 */

namespace Lanka;

/** What the API refuses: the code stays whatever the language of the message. */
class LankaException extends \RuntimeException
{
    /** `stock.short`, `common.stale`, …; `sdk.unreachable` when no answer came. */
    public string $errorCode;
    /** The HTTP status; 0 when no answer came. */
    public int $status;
    /** Fields (path, code, message), or values that the code documents. */
    public array $details;
    public ?int $retryAfterSeconds;
    /** Say it when you ask support. */
    public ?string $requestId;

    public function __construct(
        string $message,
        string $errorCode,
        int $status,
        array $details = [],
        ?int $retryAfterSeconds = null,
        ?string $requestId = null
    ) {
        parent::__construct($message);
        $this->errorCode = $errorCode;
        $this->status = $status;
        $this->details = $details;
        $this->retryAfterSeconds = $retryAfterSeconds;
        $this->requestId = $requestId;
    }

    /** Whether it may be well again by itself: no answer of Lanka's own, too many calls, a fault of the server. */
    public function isPassing(): bool
    {
        return $this->errorCode === 'sdk.unreachable' || $this->status === 429 || $this->status >= 500;
    }
}

/** Why what came is not taken for a message of Lanka's. */
class WebhookException extends \RuntimeException
{
}

class Client
{
    /** Answers that say themselves that nothing was done. */
    private const UNDONE = ['common.too_many', 'common.overloaded', 'common.maintenance', 'plans.api_requests_limit', 'plans.api_bytes_limit'];
    /** The position is too old, or of another call. */
    private const LOST = ['changes.too_old', 'changes.cursor_unknown'];

    private string $url;
    private string $key;
    private ?string $project;
    private string $language;
    private int $retries;
    private int $timeoutSeconds;
    private int $patienceSeconds;
    /** @var callable(string $method, string $url, string[] $headers, ?string $body, int $timeout): array */
    private $transport;

    /**
     * url, key: where Lanka stands, and `lanka_…`. It belongs on a server: whoever has it may do what it may.
     * project: its id or friendly id; for a dropshipper's key the supplier.
     * language: `uk` (else) or `en`, of messages. retries (2), timeout (20) and patience (20) in seconds: a page
     * of a shop must not wait long; a script by the clock may have more.
     * transport: in place of curl; answers [status, headers with lower-case names, body].
     */
    public function __construct(array $settings)
    {
        foreach (['url', 'key'] as $name) {
            if (!is_string($settings[$name] ?? null) || $settings[$name] === '') {
                throw new \InvalidArgumentException("Lanka needs the setting $name");
            }
        }
        $this->url = rtrim($settings['url'], '/');
        $host = parse_url($this->url, PHP_URL_HOST);
        $isHere = in_array($host, ['localhost', '127.0.0.1', '[::1]'], true);
        if (strpos($this->url, 'https://') !== 0 && !$isHere) {
            throw new \InvalidArgumentException('The address begins with https://: the key goes over it');
        }
        $this->key = trim($settings['key']);
        if (!preg_match('/^lanka_\S+$/D', $this->key)) {
            throw new \InvalidArgumentException('This is no key of the API: one begins with lanka_');
        }
        $this->project = ($settings['project'] ?? '') === '' ? null : $settings['project'];
        $this->language = $settings['language'] ?? 'uk';
        $this->retries = $settings['retries'] ?? 2;
        $this->timeoutSeconds = $settings['timeout'] ?? 20;
        $this->patienceSeconds = $settings['patience'] ?? 20;
        $this->transport = $settings['transport'] ?? [self::class, 'byCurl'];
    }

    /**
     * Makes any call of the reference: `call('GET', 'projects/{project_id}/orders/{id}', ['params' => ['id' => $id]])`.
     * input: params, query, body, idempotency_key (of what you do: repeated with it, it is done once), if_match.
     *
     * @return array|null what it answers
     * @throws LankaException
     */
    public function call(string $method, string $path, array $input = []): ?array
    {
        $method = strtoupper($method);
        $url = $this->addressOf($path, $input['params'] ?? []) . self::queryOf($input['query'] ?? []);
        $body = array_key_exists('body', $input) ? self::json($input['body']) : null;
        $headers = ['Authorization: Bearer ' . $this->key, 'Accept-Language: ' . $this->language, 'Expect:'];
        if ($body !== null) {
            $headers[] = 'Content-Type: application/json';
        }
        if ($method === 'POST') {
            $idempotencyKey = (string) ($input['idempotency_key'] ?? bin2hex(random_bytes(16)));
            if (!preg_match('/^[\x20-\x7e]{1,200}$/D', $idempotencyKey)) {
                throw new \InvalidArgumentException('An idempotency key is up to 200 letters of ASCII');
            }
            $headers[] = "Idempotency-Key: $idempotencyKey";
        }
        if (isset($input['if_match'])) {
            $headers[] = 'If-Match: ' . $input['if_match'];
        }
        for ($tried = 0; ; $tried += 1) {
            try {
                return $this->once($method, $url, $headers, $body);
            } catch (LankaException $error) {
                $seconds = $error->retryAfterSeconds ?? 0.5 * 2 ** $tried;
                if ($tried >= $this->retries || !self::mayRepeat($method, $error) || $seconds > $this->patienceSeconds) {
                    throw $error;
                }
                usleep((int) ($seconds * 1000000));
            }
        }
    }

    /** All entries of a list, page by page. */
    public function items(string $path, array $query = [], array $params = []): \Generator
    {
        do {
            $page = $this->call('GET', $path, ['query' => $query, 'params' => $params]);
            foreach ($page['items'] as $item) {
                yield $item;
            }
            $query['cursor'] = $page['next_cursor'];
        } while ($page['next_cursor'] !== null);
    }

    /** Whose key it is and what it may do. */
    public function currentKey(): array
    {
        return $this->call('GET', 'api_keys/current');
    }

    public function products(array $query = []): \Generator
    {
        return $this->items('projects/{project_id}/products/v2', $query + ['limit' => 200]);
    }

    /** A link of an answer (`url`, `thumbnail_url`) with the address of Lanka, where it has none; it is good for an hour. */
    public function link(string $url): string
    {
        return strpos($url, '/') === 0 ? $this->url . $url : $url;
    }

    /** One product with its options, variants, stock and images. */
    public function product(string $id): array
    {
        return $this->call('GET', 'projects/{project_id}/products/{id}/show_v2', ['params' => ['id' => $id]]);
    }

    /** What is sold: each colour and size with its SKU, price and stock. */
    public function variants(array $query = []): \Generator
    {
        return $this->items('projects/{project_id}/product_variants/all_records', $query + ['limit' => 200]);
    }

    public function orders(array $query = []): \Generator
    {
        return $this->items('projects/{project_id}/orders', $query + ['limit' => 200]);
    }

    public function order(string $id): array
    {
        return $this->call('GET', 'projects/{project_id}/orders/{id}', ['params' => ['id' => $id]]);
    }

    /** The number of your own order is its key: however often it is sent (within a day), there is one order. */
    public function createOrder(array $order, string $idempotencyKey): array
    {
        $input = ['body' => $order, 'idempotency_key' => $idempotencyKey];
        return $this->call('POST', 'projects/{project_id}/orders', $input);
    }

    /** What changed after the cursor: items, cursor, has_more. Without one: the cursor of now. */
    public function changes(?string $after = null, array $query = []): array
    {
        return $this->call('GET', 'projects/{project_id}/changes', ['query' => $query + ['after' => $after, 'limit' => 200]]);
    }

    /**
     * Reads what has changed to its end, and answers the new cursor: for a script by the clock.
     * readAll(string $cursor): reads everything anew and keeps the cursor with it: the first time, and when the
     * position is too old. apply(array $items, string $cursor): does what they say and keeps the cursor with it.
     * What either throws ends it, and the cursor that was kept stays: nothing is missed, the last may come again.
     */
    public function follow(?string $cursor, callable $readAll, callable $apply, array $query = []): string
    {
        do {
            try {
                $answer = $this->changes($cursor, $query);
            } catch (LankaException $error) {
                if ($cursor === null || !in_array($error->errorCode, self::LOST, true)) {
                    throw $error;
                }
                $cursor = null;
                $answer = $this->changes(null, $query);
            }
            if ($cursor === null) {
                $readAll($answer['cursor']);
            } elseif ($answer['items'] !== [] || $answer['cursor'] !== $cursor) {
                $apply($answer['items'], $answer['cursor']);
            }
            $more = $cursor !== null && $answer['has_more'];
            $cursor = $answer['cursor'];
        } while ($more);
        return $cursor;
    }

    /**
     * Checks a message by Standard Webhooks and answers id (the same for each try), sent_at and payload.
     * headers: names in any case. body: as it came, `file_get_contents('php://input')`. secrets: `whsec_…`, two
     * while one is replaced.
     *
     * @throws WebhookException
     */
    public static function verifyWebhook(array $headers, string $body, $secrets, int $toleranceSeconds = 300): array
    {
        $headers = array_change_key_case($headers, CASE_LOWER);
        $read = static function (string $name) use ($headers): string {
            $value = $headers[$name] ?? '';
            $value = is_array($value) ? ($value[0] ?? '') : $value;
            if ($value === '') {
                throw new WebhookException("The header $name is missing");
            }
            return (string) $value;
        };
        [$id, $timestamp, $signature] = array_map($read, ['webhook-id', 'webhook-timestamp', 'webhook-signature']);
        if (!preg_match('/^\d{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > $toleranceSeconds) {
            throw new WebhookException('The message is too old, or from ahead of time');
        }
        foreach ((array) $secrets as $secret) {
            $raw = base64_decode((string) preg_replace('/^whsec_/', '', $secret), true);
            if ($raw === false || $raw === '') {
                throw new WebhookException('A secret is whsec_ and base64');
            }
            $own = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $raw, true));
            foreach (explode(' ', $signature) as $given) {
                if (hash_equals($own, $given)) {
                    return ['id' => $id, 'sent_at' => (int) $timestamp, 'payload' => json_decode($body, true)];
                }
            }
        }
        throw new WebhookException('The signature is of no secret that is known here');
    }

    /** Which `delivery.operator` a shop's own name of a way of delivery means: «Нова пошта, відділення» is nova_poshta. */
    public static function operatorOf(string $method): string
    {
        $known = [
            'nova_poshta' => '/нов\w+[\s_-]*по[шч]т|nova[\s_-]*po/iu',
            'ukrposhta' => '/укр[\s_-]*по[шч]т|ukr[\s_-]*po/iu',
            'meest' => '/м[іи]ст[\s_-]*(?:експрес|экспресс|по[шч]т)|meest/iu',
            'pickup' => '/самов|pickup/iu',
        ];
        foreach ($known as $operator => $pattern) {
            if (preg_match($pattern, $method)) {
                return $operator;
            }
        }
        return 'other';
    }

    /** What only reads, and what carries an Idempotency-Key, is done once however often it is asked. */
    private static function mayRepeat(string $method, LankaException $error): bool
    {
        return in_array($error->errorCode, self::UNDONE, true)
            || (in_array($method, ['GET', 'POST'], true) && $error->isPassing());
    }

    private function addressOf(string $path, array $params): string
    {
        $params += ['project_id' => $this->project];
        $filled = preg_replace_callback('/\{(\w+)\}/', static function (array $found) use ($params): string {
            if (!isset($params[$found[1]])) {
                throw new \InvalidArgumentException("The call needs {$found[1]}");
            }
            return rawurlencode((string) $params[$found[1]]);
        }, ltrim($path, '/'));
        return "{$this->url}/api/$filled";
    }

    /** Lists are written with commas, inner names with dots: `status=Pending,Ready&fields.colour=red`. */
    private static function queryOf(array $query): string
    {
        $flat = [];
        $add = static function (string $name, $value) use (&$add, &$flat): void {
            if ($value === null) {
                return;
            }
            if (is_bool($value)) {
                $flat[$name] = $value ? 'true' : 'false';
            } elseif (is_array($value) && $value === array_values($value)) {
                $flat[$name] = implode(',', $value);
            } elseif (is_array($value)) {
                foreach ($value as $inner => $one) {
                    $add("$name.$inner", $one);
                }
            } else {
                $flat[$name] = (string) $value;
            }
        };
        foreach ($query as $name => $value) {
            $add((string) $name, $value);
        }
        return $flat === [] ? '' : '?' . http_build_query($flat, '', '&', PHP_QUERY_RFC3986);
    }

    /** An empty body is an object: PHP writes an empty array as a list. */
    private static function json($body): string
    {
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR;
        return json_encode($body === [] ? new \stdClass() : $body, $flags);
    }

    private function once(string $method, string $url, array $headers, ?string $body): ?array
    {
        [$status, $told, $text] = ($this->transport)($method, $url, $headers, $body, $this->timeoutSeconds);
        $answer = $text === '' ? null : json_decode($text, true);
        if ($status >= 200 && $status < 300 && ($status === 204 || is_array($answer))) {
            return $answer;
        }
        $seconds = isset($told['retry-after']) && is_numeric($told['retry-after']) ? (int) $told['retry-after'] : null;
        if (is_array($answer) && is_string($answer['code'] ?? null) && is_string($answer['message'] ?? null)) {
            [$message, $code, $details] = [$answer['message'], $answer['code'], $answer['details'] ?? []];
        } else {
            // a page of something between us and Lanka
            [$message, $code, $details] = ["No answer of Lanka: HTTP $status", 'sdk.unreachable', []];
        }
        $details = is_array($details) ? $details : [];
        throw new LankaException($message, $code, $status, $details, $seconds, $told['x-request-id'] ?? null);
    }

    /** @return array [status, headers, body] */
    private static function byCurl(string $method, string $url, array $headers, ?string $body, int $timeout): array
    {
        $told = [];
        $curl = curl_init($url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT => $timeout,
            CURLOPT_CONNECTTIMEOUT => min(10, $timeout),
            CURLOPT_ENCODING => '',
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // a redirect would carry the key to somewhere else
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$told): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $told[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
        ]);
        if ($body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $body);
        }
        $text = curl_exec($curl);
        $status = (int) curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($text === false) {
            throw new LankaException('Lanka cannot be reached: ' . curl_error($curl), 'sdk.unreachable', 0);
        }
        return [$status, $told, $text];
    }
}
