import { diffArrays } from 'diff';
import { FIT } from '#shared/imports/document.contract.ts';
import { blockText, type Outline } from '#shared/imports/document.outline.ts';
import { fixedTexts, templateBlocks } from './template.blocks.ts';
import { plain } from './template.capture.ts';

/** Words of two documents are compared within so many differences: beyond, they have nothing in common. */
const EDITS_MAX = 10_000;

const wordsOf = (text: string): string[] =>
  plain(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** The words of a document, in order. */
export const wordsOfOutline = ({ parts }: Outline): string[] =>
  parts.flatMap(({ blocks }) => blocks.flatMap((block) => wordsOf(blockText(block))));

/**
 * Which share of the fixed characters of a template a document has, in order, from 0 to 1. What a template prints only at times
 * counts where it is there.
 */
export function fitOf(template: Outline, words: readonly string[]): number {
  const fixed = template.parts
    .flatMap(({ blocks }) => fixedTexts(templateBlocks(blocks)))
    .flatMap(({ text, isAlways }) => wordsOf(text).map((word) => ({ word, isAlways })));
  const always = fixed.reduce((sum, { word, isAlways }) => sum + (isAlways ? word.length : 0), 0);
  if (always === 0) return 0;
  // Whatever their order: no more than this can be found.
  const left = new Map<string, number>();
  for (const word of words) left.set(word, (left.get(word) ?? 0) + 1);
  let bound = 0;
  for (const { word, isAlways } of fixed) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    if (isAlways) bound += word.length;
  }
  if (bound / always < FIT.min) return bound / always;
  const steps = diffArrays(
    fixed.map(({ word }) => word),
    [...words],
    { maxEditLength: EDITS_MAX },
  );
  if (!steps) return 0;
  let at = 0;
  let [found, asked] = [0, always];
  for (const { value, added, removed } of steps) {
    if (added) continue;
    if (!removed)
      for (const { word, isAlways } of fixed.slice(at, at + value.length)) {
        found += word.length;
        if (!isAlways) asked += word.length;
      }
    at += value.length;
  }
  return found / asked;
}
