/** The oldest line of Node that still gets security fixes. Older ones work as long as the libraries take them. */
const OLDEST_SUPPORTED = 22;
const RECOMMENDED = 24;

/** What whoever starts the product on this version of Node should know, in both languages; nothing on a good one. */
export function nodeNotice(version: string): string[] {
  if (Number.parseInt(version, 10) >= OLDEST_SUPPORTED) return [];
  return [
    `Увага: Node ${version} більше не отримує виправлень безпеки. Перейдіть на Node ${RECOMMENDED} (підтримується й ${OLDEST_SUPPORTED}): https://nodejs.org`,
    `Note: Node ${version} gets no security fixes any more. Move to Node ${RECOMMENDED} (${OLDEST_SUPPORTED} is supported too): https://nodejs.org`,
  ];
}
