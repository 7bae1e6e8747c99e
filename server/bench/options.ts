/** `--name=value` of the command line, or what stands instead. */
export const option = (name: string, otherwise: string): string =>
  process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;

export const numbers = (name: string, otherwise: string): number[] =>
  option(name, otherwise)
    .split(',')
    .map((text) => {
      const value = Number(text);
      if (!Number.isFinite(value)) throw new Error(`--${name}: ${text} is not a number`);
      return value;
    });

export const number = (name: string, otherwise: number): number => numbers(name, String(otherwise))[0] as number;

/** `--name` alone. */
export const flag = (name: string): boolean => process.argv.includes(`--${name}`);
