import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { printValue } from '#shared/fields/field.text.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import type { DocumentReading } from '#shared/imports/document.contract.ts';
import { foldText } from '#shared/imports/document.outline.ts';
import { FIELDS } from '#shared/products/product.fields.ts';
import { exampleData, PLACEHOLDERS } from '#shared/templates/placeholders.ts';
import { docxOf } from '../../test/docx.maker.ts';
import { editedByHand, randomDossier, randomOf, randomValue } from '../../test/random.dossiers.ts';
import { compileTemplate } from '../docx/compile.ts';
import { openDocx, readXml } from '../docx/docx.ts';
import { fillTemplate } from '../docx/fill.ts';
import { starterTemplate } from '../docx/starter.ts';
import { outlineOfDocx } from './docx.outline.ts';
import { readOldDocument } from './old.document.ts';
import { fitOf, wordsOfOutline } from './template.fit.ts';

const ASSETS = join(import.meta.dirname, '../../../../assets');

const same = (one: FieldValue, other: FieldValue): boolean => {
  const key = (value: FieldValue): string =>
    foldText(String(value ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
  return key(one) === key(other);
};

interface Score {
  wanted: number;
  found: number;
  sure: number;
  wrong: string[];
}

/** How many of the printed values come back, and which are sure and wrong. */
function scoreOf({ proposals }: DocumentReading, values: ReadonlyMap<string, FieldValue>): Score {
  const score: Score = { wanted: 0, found: 0, sure: 0, wrong: [] };
  for (const [name, value] of values) {
    const proposal = proposals.find(({ field }) => field === name);
    if (value !== null) score.wanted += 1;
    if (value !== null && proposal && same(proposal.value, value)) score.found += 1;
    if (proposal?.confidence !== 'sure') continue;
    score.sure += 1;
    if (!same(proposal.value, value))
      score.wrong.push(`${name} : « ${proposal.value} » au lieu de « ${value} », dans « ${proposal.raw} »`);
  }
  return score;
}

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

describe('random products, printed by random templates', () => {
  test('come back: no value is sure and wrong, 95 in a hundred are found, most are sure', () => {
    const all: Score = { wanted: 0, found: 0, sure: 0, wrong: [] };
    for (const seed of SEEDS) {
      const { template, values, data } = randomDossier(seed);
      const docx = openDocx(docxOf({ body: template }));
      const filled = outlineOfDocx(openDocx(fillTemplate(docx, compileTemplate(docx), data)));
      const score = scoreOf(readOldDocument(filled, { template: outlineOfDocx(docx), isTied: false }), values);
      all.wanted += score.wanted;
      all.found += score.found;
      all.sure += score.sure;
      all.wrong.push(...score.wrong.map((one) => `${seed} : ${one}`));
    }
    expect(all.wrong).toEqual([]);
    expect(all.found / all.wanted).toBeGreaterThanOrEqual(0.95);
    expect(all.sure / all.wanted).toBeGreaterThanOrEqual(0.6);
  });

  test('and are changed by hand: nothing is sure and wrong', () => {
    const wrong: string[] = [];
    for (const seed of SEEDS) {
      const { template, values, data } = randomDossier(seed);
      const docx = openDocx(docxOf({ body: template }));
      const filled = openDocx(fillTemplate(docx, compileTemplate(docx), data));
      const body = readXml((filled.textParts[0] as (typeof filled.textParts)[number]).entry).replace(
        /^.*<w:body>|<\/w:body>.*$/gs,
        '',
      );
      const edited = outlineOfDocx(openDocx(docxOf({ body: editedByHand(body, randomOf(seed)) })));
      const reading = readOldDocument(edited, { template: outlineOfDocx(docx), isTied: false });
      wrong.push(...scoreOf(reading, values).wrong.map((one) => `${seed} : ${one}`));
    }
    expect(wrong).toEqual([]);
  });
});

describe.each([
  ['the first template', () => starterTemplate(PLACEHOLDERS)],
  ['the complete file', () => readFileSync(join(ASSETS, 'modele-dip.docx'))],
  ['part A', () => readFileSync(join(ASSETS, 'modele-partie-a.docx'))],
])('%s', (_, bytesOf) => {
  const docx = openDocx(bytesOf());
  const compiled = compileTemplate(docx);
  const outline = outlineOfDocx(docx);

  test('prints random products that come back, by the template and by labels', { tags: ['slow'] }, () => {
    for (const seed of SEEDS.slice(0, 8)) {
      const random = randomOf(seed);
      const values = new Map(
        FIELDS.filter(({ name }) => compiled.names.includes(name) && name !== 'ingredients').map(
          (field) => [field.name as string, randomValue(field, random)] as const,
        ),
      );
      const printed = Object.fromEntries(
        FIELDS.flatMap((field) =>
          values.has(field.name) ? [[field.name, printValue(field, values.get(field.name))]] : [],
        ),
      );
      const data = {
        ...exampleData({ name: 'Essai', version: '1', language: 'fr' }, new Date('2026-03-15')),
        ...printed,
      };
      const filled = outlineOfDocx(openDocx(fillTemplate(docx, compiled, data)));
      expect(fitOf(outline, wordsOfOutline(filled))).toBeGreaterThan(0.95);
      const byTemplate = scoreOf(readOldDocument(filled, { template: outline, isTied: false }), values);
      expect(byTemplate.wrong).toEqual([]);
      expect(byTemplate.found / byTemplate.wanted).toBeGreaterThanOrEqual(0.95);
      const byLabels = scoreOf(readOldDocument(filled, { template: null, isTied: false }), values);
      expect(byLabels.wrong).toEqual([]);
      expect(byLabels.found / byLabels.wanted).toBeGreaterThanOrEqual(0.85);
    }
  });
});
