import type { FindingCode } from '#shared/findings/finding.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { docxOf, p } from './docx.maker.ts';
import { CREAM } from './law.maker.ts';
import { pdfOf } from './pdf.maker.ts';
import type { Caller, SentFile } from './test.app.ts';

/** What is found in the file of a product that `makeFaulty` made, under the small law of the tests. */
export const FAULTS: readonly FindingCode[] = [
  'INTERDIT',
  'HORS_LIMITE',
  'SIGNATURE_AVANT_CHANGEMENT',
  'DIP_AUTRE_FORMULE',
  'PIECE_PERIMEE',
];

/** How the server is asked: by a test in its process, or by one beside it. Each answers the body, or fails. */
export interface Asking {
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  json(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
  upload(path: string, fields: Record<string, string>, file: SentFile): Promise<any>;
}

/** The server in this process, as one person asks it. */
export const askingOf = (caller: Caller): Asking => ({
  json: async (method, path, body) => {
    const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'patch';
    const { status, body: answer } = await (verb === 'get' ? caller.get(path) : caller[verb](path, body));
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(answer)}`);
    return answer;
  },
  upload: async (path, fields, file) => (await caller.upload(path, { fields, file })).body,
});

type Lines = readonly (readonly [label: string, percent: number])[];
export const GOOD: Lines = [
  ['Aqua', 99],
  ['Phenoxyethanol', 1],
];
export const BAD: Lines = [
  ['Aqua', 97],
  ['Formaldehyde', 1],
  ['Phenoxyethanol', 2],
];
export const setFormula = ({ json }: Asking, id: string, lines: Lines): Promise<unknown> =>
  json('PUT', `/products/${id}/formula`, {
    mode: 'table',
    lines: lines.map(([label, percent], index) => lineWith({ id: String(index + 1), label, percent })),
  });
export const sign = ({ json }: Asking, id: string, signed_on: string): Promise<unknown> =>
  json('POST', `/products/${id}/assessment/sign`, { signed_on });

/**
 * A product with a forbidden line, one over its limit, an expired piece, a DIP of another formula, and a signature recorded
 * again with a day of before the change.
 */
export async function makeFaulty(asking: Asking): Promise<{ id: string; piece: string }> {
  const { json, upload } = asking;
  const { id } = await json('POST', '/products/', { nom_commercial: 'Crème fautive', ref_formule: 'R1' });
  await json('PUT', `/products/${id}/conformity`, { ...(await json('GET', `/products/${id}/conformity`)), ...CREAM });
  await setFormula(asking, id, GOOD);
  const words = docxOf({ body: p('{{nom_commercial}}') });
  const template = await upload('/templates/', { name: 'M' }, { name: 'm.docx', bytes: words });
  const made = await json('POST', '/generations/', { template_id: template.id, product_id: id });
  await json('PATCH', `/generations/${made.id}/validate`);
  await json('PUT', `/products/${id}/assessment`, {
    ...(await json('GET', `/products/${id}/assessment`)),
    evaluateur_nom: 'Claire Aubry',
    b1: 'Sûr.',
    b2: 'Rien.',
    b3: 'Ainsi.',
  });
  await sign(asking, id, '2026-02-10');
  const file = { name: 'stabilite.pdf', bytes: pdfOf('stabilité') };
  const piece = await upload('/attachments', { product_id: id, field_key: 'stabilite' }, file);
  await json('PATCH', `/attachments/${piece.id}`, { kind: 'stabilité', expires_on: '2024-01-01' });
  await setFormula(asking, id, BAD);
  await sign(asking, id, '2026-02-11');
  return { id, piece: piece.id };
}
