import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COMPANY_KEY_MAX, companyOfKey, companyOfVat, FORMULA_NUMBER_MAX, makeUfi, readUfi, readVat } from './ufi.ts';

/** As ECHA’s manual writes it, from a French VAT number. */
const KNOWN = '6KTT-PSK1-AFDM-KEFU';
const known = { ...companyOfVat('FRRF987654321'), number: 134_217_728 };

const company = fc.oneof(
  fc.integer({ min: 0, max: COMPANY_KEY_MAX }).map(companyOfKey),
  fc
    .tuple(
      fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'),
      fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'),
      fc.integer({ min: 0, max: 999_999_999 }),
    )
    .map(([a, b, digits]) => companyOfVat(`FR${a}${b}${String(digits).padStart(9, '0')}`)),
);
const sources = fc
  .record({ company, number: fc.integer({ min: 0, max: FORMULA_NUMBER_MAX }) })
  .map((one) => ({ ...one.company, number: one.number }));
const ALPHABET = '0123456789ACDEFGHJKMNPQRSTUVWXY';

describe('a UFI (CLP, annex VIII)', () => {
  test('the example of the manual is made, and read back', () => {
    expect(makeUfi(known)).toBe(KNOWN);
    expect(readUfi(KNOWN)).toEqual({ ufi: KNOWN, source: known });
  });

  test('what is made is valid, and says what it was made of', () => {
    fc.assert(
      fc.property(sources, (source) => {
        expect(readUfi(makeUfi(source))).toEqual({ ufi: makeUfi(source), source });
      }),
      { numRuns: 300 },
    );
  });

  test('one changed character is refused', () => {
    fc.assert(
      fc.property(sources, fc.nat(15), fc.constantFrom(...ALPHABET), (source, at, other) => {
        const bare = makeUfi(source).replaceAll('-', '');
        fc.pre(bare[at] !== other);
        expect(readUfi(`${bare.slice(0, at)}${other}${bare.slice(at + 1)}`)).toHaveProperty('fault');
      }),
      { numRuns: 500 },
    );
  });

  test('two neighbours that changed places are refused', () => {
    fc.assert(
      fc.property(sources, fc.nat(14), (source, at) => {
        const bare = makeUfi(source).replaceAll('-', '');
        fc.pre(bare[at] !== bare[at + 1]);
        expect(readUfi(`${bare.slice(0, at)}${bare[at + 1]}${bare[at]}${bare.slice(at + 2)}`)).toHaveProperty('fault');
      }),
    );
  });

  test.each(['6ktt-psk1-afdm-kefu', '6KTTPSK1AFDMKEFU', ' UFI : 6KTT PSK1 AFDM KEFU ', '6KTT–PSK1–AFDM–KEFU'])(
    '« %s » is read as it is printed',
    (typed) => expect(readUfi(typed)).toMatchObject({ ufi: KNOWN }),
  );

  test.each([
    ['7KTT-PSK1-AFDM-KEFU', /contrôle « 7 »/],
    ['6KTT-PSK1-AFDM-KEFO', /« O » n’existe pas/],
    ['6KTT-PSK1-AFDM-KEF', /quinze|en a 15/],
    ['', /en a 0/],
  ])('« %s » gets a sentence that says what is wrong', (typed, said) => {
    const read = readUfi(typed);
    expect('fault' in read ? read.fault.replaceAll('\u00a0', ' ') : read).toMatch(said);
  });

  test('a text without end is refused before it is read', () => {
    expect(readUfi('6'.repeat(100_000))).toHaveProperty('fault');
    expect(readVat('F'.repeat(100_000))).toBeNull();
  });
});

test.each([
  ['FR12345678901', 'FR12345678901'],
  ['fr rf 987 654 321', 'FRRF987654321'],
  ['FRIO987654321', null],
  ['DE123456789', null],
  ['FR123', null],
])('the VAT number « %s » is read as %s', (typed, read) => {
  expect(readVat(typed)).toBe(read);
});
