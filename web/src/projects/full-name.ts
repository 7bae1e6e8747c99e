/** The name is stored as «first last» (specification §3): the first word is the name, the rest the surname. */
export function splitName(name: string): { first_name: string; surname: string } {
  const [first_name = '', ...rest] = name.trim().split(/\s+/);
  return { first_name, surname: rest.join(' ') };
}

export const joinName = ({ first_name, surname }: { first_name: string; surname: string }): string =>
  `${first_name} ${surname}`.trim();
