import type { TestProject, TestUser } from '../harness';

/** One project with everything in it that a route can be asked about. Every text of it carries its mark. */
export interface Side {
  readonly project: TestProject;
  /** A word that stands in all texts of this project and nowhere else. */
  readonly mark: string;
  /** A word that only the first dropshipper and the staff may read. */
  readonly ownMark: string;
  /** A word that only the staff may read. */
  readonly staffMark: string;
  readonly people: Record<Person, TestUser>;
  /** The id that a parameter takes, by the part of the path before it: `orders/:id`. More under other names. */
  readonly ids: Record<string, string>;
}

const PEOPLE = [
  'Owner',
  'Administrator',
  'Manager',
  'Producer',
  'Stockman',
  'Client',
  'OtherClient',
  'RemovedMember',
  'RemovedClient',
] as const;
export type Person = (typeof PEOPLE)[number];

export interface World {
  readonly ours: Side;
  readonly theirs: Side;
  /** Signed in, in no project. */
  readonly stranger: TestUser;
  readonly staff: TestUser;
}
