import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';

/**
 * A whole value of something, «рік = 2024», as one word of the index of words. Letters and digits of a short value stand
 * everywhere; this word stands only where the value does, but for every 4,096th other value of the same thing: so
 * however many values there are, they make few words, and what the index finds is looked at again anyway.
 */
const MARK = '\uE000';
const OF_SUBJECT = 5;
const OF_VALUE = 3;

const digest = (text: string, length: number): string => createHash('md5').update(text).digest('hex').slice(0, length);

export const termOf = (subject: string, value: string): string =>
  `${MARK}${digest(subject, OF_SUBJECT)}${digest(value, OF_VALUE)}`;

/** The same of texts in the database. */
export const termIn = (subject: SQL, value: SQL): SQL =>
  sql`(${sql.raw(`'${MARK}'`)} || left(md5(${subject}), ${sql.raw(String(OF_SUBJECT))}) || left(md5(${value}), ${sql.raw(String(OF_VALUE))}))`;

const SHAPE = new RegExp(`^${MARK}[\\da-f]{${OF_SUBJECT + OF_VALUE}}$`);
export const isTerm = (word: string): boolean => SHAPE.test(word);
