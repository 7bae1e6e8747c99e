import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BEGINNING,
  FINAL_STEP,
  firstChoice,
  isOffered,
  joinSources,
  lastReachable,
  offered,
  placeFrom,
  placeOf,
  popular,
  progressOf,
  SOURCES,
  searchOf,
  splitSources,
  stepName,
} from './steps';

describe('the place in the wizard', () => {
  it.each([
    ['', 'manufacturer', 0, 'role'],
    ['path=dropshipper', 'dropshipper', 0, 'role'],
    ['path=manufacturer&step=1', 'manufacturer', 1, 'welcome'],
    ['path=manufacturer&step=2', 'manufacturer', 2, 'legal'],
    ['path=manufacturer&step=3', 'manufacturer', 3, 'advertising'],
    ['path=manufacturer&step=4', 'manufacturer', 4, 'plan'],
    ['path=manufacturer&step=5', 'manufacturer', 5, 'final'],
    ['path=dropshipper&step=1', 'dropshipper', 1, 'company'],
    ['path=dropshipper&step=2', 'dropshipper', 2, 'placement'],
    ['path=somebody&step=-1', 'manufacturer', 0, 'role'],
    ['step=99', 'manufacturer', 5, 'final'],
    ['step=1.5', 'manufacturer', 0, 'role'],
  ])('%s', (search, path, step, name) => {
    const place = placeOf(new URLSearchParams(search));
    expect(place).toEqual({ path, step });
    expect(stepName(place)).toBe(name);
  });

  it('goes into the address and the saved status and comes back the same', () => {
    const places = fc.record({
      path: fc.constantFrom('manufacturer' as const, 'dropshipper' as const),
      step: fc.integer({ min: 0, max: FINAL_STEP }),
    });
    fc.assert(
      fc.property(places, (place) => {
        expect(placeOf(new URLSearchParams(searchOf(place)))).toEqual(place);
        expect(placeFrom(progressOf(place).onboardstatus)).toEqual(place);
        expect(progressOf(place).onboarded === true).toBe(place.step >= 4);
      }),
    );
    expect(placeOf(new URLSearchParams())).toEqual(BEGINNING);
    for (const text of [null, '', 'manufacturer', 'manufacturer - 9', 'owner - 1']) expect(placeFrom(text)).toBeNull();
  });
});

const nobody = { name: 'Олена', phone_number: null, drop_legal_name: null, owns: false, plan: null };
const phone_number = '+380671234567';

it.each([
  ['manufacturer', nobody, 1],
  ['manufacturer', { ...nobody, phone_number }, 1],
  ['manufacturer', { ...nobody, name: 'Олена Коваленко', phone_number }, 2],
  ['manufacturer', { ...nobody, name: 'Олена Коваленко', phone_number, owns: true }, 4],
  ['manufacturer', { ...nobody, name: 'О К', phone_number, owns: true, plan: 'manufacturer-basic-monthly' }, 5],
  ['manufacturer', { ...nobody, name: 'О К', phone_number, owns: true, plan: 'dropshipper-free' }, 4],
  ['dropshipper', { ...nobody, phone_number }, 1],
  ['dropshipper', { ...nobody, phone_number, drop_legal_name: 'ФОП' }, 4],
  ['dropshipper', { ...nobody, phone_number, drop_legal_name: 'ФОП', plan: 'dropshipper-business-monthly' }, 5],
] as const)('%s with %o may go to step %i', (path, known, step) => expect(lastReachable(path, known)).toBe(step));

describe('the plan step', () => {
  it('offers three plans to manufacturers, and to dropshippers all but the first', () => {
    expect(offered('manufacturer')).toHaveLength(3);
    expect(offered('dropshipper')).toEqual(['dropshipper-standard-monthly', 'dropshipper-business-monthly']);
    expect(popular('manufacturer')).toBe('manufacturer-standard-monthly');
    expect(popular('dropshipper')).toBe('dropshipper-standard-monthly');
  });

  it.each([
    ['manufacturer', null, null, null],
    ['manufacturer', null, 'manufacturer-basic-monthly', 'manufacturer-basic-monthly'],
    ['manufacturer', null, 'dropshipper-standard-monthly', null],
    ['manufacturer', 'manufacturer-premium-monthly', 'manufacturer-basic-monthly', 'manufacturer-premium-monthly'],
    ['dropshipper', 'dropshipper-free', 'dropshipper-business-monthly', 'dropshipper-free'],
  ] as const)('%s: has %s, stored %s → %s', (path, own, stored, chosen) =>
    expect(firstChoice(path, own, stored)).toBe(chosen),
  );

  it('lets on only with a plan that is offered', () => {
    expect(isOffered('manufacturer', null)).toBe(false);
    expect(isOffered('manufacturer', 'dropshipper-standard-monthly')).toBe(false);
    expect(isOffered('dropshipper', 'dropshipper-free')).toBe(false);
    expect(isOffered('dropshipper', 'dropshipper-business-monthly')).toBe(true);
  });
});

it('joins the sources in their order and splits them again', () => {
  fc.assert(
    fc.property(fc.subarray([...SOURCES]), (chosen) => {
      expect(splitSources(joinSources(chosen))).toEqual(chosen);
    }),
  );
  expect(joinSources(['TikTok', 'Instagram'])).toBe('Instagram; TikTok');
  expect(splitSources('Instagram; газета')).toEqual(['Instagram']);
});
