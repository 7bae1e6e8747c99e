import { z } from 'zod';

function problemOf(name: string): string | null {
  if (name === '') return 'required';
  if (/[A-Za-z]/.test(name)) return 'person.latin';
  if (/[ыэъё]/i.test(name)) return 'person.russian';
  return /^[абвгґдеєжзиіїйклмнопрстуфхцчшщьюя’ -]+$/i.test(name) ? null : 'person.format';
}

/**
 * A name of a person as delivery services take it: Ukrainian letters, apostrophe, hyphen, space. Spaces are
 * collapsed and every kind of apostrophe becomes ’.
 */
export const PersonName = z
  .string()
  .max(120)
  .overwrite((value) =>
    value
      .trim()
      .replace(/\s+/g, ' ')
      .replace(/['`´ʼ‘]/g, '’'),
  )
  .check((context) => {
    const problem = problemOf(context.value);
    if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
  });
