import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayOf } from '#shared/fields/date.ts';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { lineWith } from '#shared/formulas/formula.ts';
import { docxOf, p } from '../test/docx.maker.ts';
import { converterOf, pdfOf } from '../test/pdf.maker.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

const REASON = 'Le laboratoire a confirmé par écrit que ceci ne change rien.';

describe.each(ENGINES)('what an act stood on, and what people answer, on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  let viewer: Caller;
  let id: string;
  beforeAll(async () => {
    app = await testApp({ engine, converter: converterOf(pdfOf('DIP')) });
    await app.deps.jobs.start();
    editor = await app.as('editor');
    viewer = await app.as('viewer');
    id = (await editor.post('/products/', { nom_commercial: 'Crème' })).body.id;
  });
  afterAll(() => app.close());

  const formula = async (...lines: [label: string, percent: number][]): Promise<void> => {
    const { status, body } = await editor.put(`/products/${id}/formula`, {
      mode: 'table',
      lines: lines.map(([label, percent], index) => lineWith({ id: String(index + 1), label, percent })),
    });
    expect(status, JSON.stringify(body)).toBe(200);
  };
  const follow = async (): Promise<void> => {
    await app.deps.jobs.hurry('control.refresh', null);
    await app.deps.jobs.idle();
  };
  const found = async (code: string): Promise<Finding | undefined> =>
    ((await editor.get(`/products/${id}/findings`)).body as Finding[]).find((one) => one.code === code);
  const row = async () => {
    await follow();
    return (await editor.get('/products/?page=1&size=10')).body.find((one: { id: string }) => one.id === id);
  };

  test('a document of another formula is said, and no longer once the formula is put back', {
    tags: ['slow'],
  }, async () => {
    await formula(['Aqua', 90], ['Glycerin', 10]);
    const word = docxOf({ body: p('{{nom_commercial}} {{nb_rouges}}{{#remarques}}{{code}}{{/remarques}}') });
    const template = (
      await editor.upload('/templates/', { fields: { name: 'Modèle' }, file: { name: 'm.docx', bytes: word } })
    ).body.id;
    const made = (await editor.form('/generations/', { template_id: template, product_id: id })).body;
    // What is drafted stands on the formula of that moment, whatever comes before it is sealed.
    await formula(['Aqua', 80], ['Glycerin', 20]);
    expect(await found('DIP_AUTRE_FORMULE')).toBeUndefined();
    const validated = await editor.patch(`/generations/${made.id}/validate`);
    expect(validated.status, JSON.stringify(validated.body)).toBe(200);
    expect(await found('DIP_AUTRE_FORMULE')).toMatchObject({ level: 'rouge' });
    expect(await found('DIP_MODIFIE_DEPUIS')).toBeUndefined();
    expect((await row()).findings.rouge).toBe(1);
    await formula(['Glycerin', 10], ['Aqua', 90]);
    expect(await found('DIP_AUTRE_FORMULE')).toBeUndefined();
    expect((await row()).findings.rouge).toBe(0);
  });

  test('a signature recorded again with a day of before the change is said, and stays for the record', async () => {
    const now = (await editor.get(`/products/${id}/assessment`)).body;
    const texts = { b1: 'Le produit est sûr.', b2: 'Aucun avertissement.', b3: 'Chaque marge dépasse cent.' };
    await editor.put(`/products/${id}/assessment`, { ...now, evaluateur_nom: 'Claire Aubry', ...texts });
    const sign = async (signed_on: string) => {
      const { status, body } = await editor.post(`/products/${id}/assessment/sign`, { signed_on });
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    const code = 'SIGNATURE_AVANT_CHANGEMENT';
    await sign('2026-02-10');
    await sign('2026-02-11');
    expect(await found(code)).toBeUndefined();
    await formula(['Aqua', 80], ['Glycerin', 20]);
    // The assessor’s own words are typed after they were signed: they are no change of what was signed.
    await follow();
    expect((await sign('2026-02-12')).status).toBe('signée');
    expect(await found(code)).toMatchObject({
      level: 'rouge',
      point: 'B4',
      text: expect.stringMatching(/^Signature du 12\/02\/2026, enregistrée le .*, après un changement du /),
    });
    const red = (await row()).findings.rouge;
    const today = dayOf(new Date());
    await sign(today);
    expect(await found(code)).toMatchObject({ level: 'neutre' });
    expect((await row()).findings.rouge).toBe(red - 1);
    // Once more, with a day of before that change: nothing has moved since, and it is said all the same.
    await sign('2026-02-13');
    const early = (await editor.get(`/products/${id}/findings`)).body.filter((one: Finding) => one.code === code);
    expect(early.map(({ level, text }: Finding) => [level, text.slice(13, 24)]).sort()).toEqual([
      ['neutre', '12/02/2026,'],
      ['rouge', '13/02/2026,'],
    ]);
    // It is one fact: it is not told as typed late besides.
    expect(await found('SAISIE_APRES_COUP')).toBeUndefined();
    await sign(today);
    expect((await row()).findings.rouge).toBe(red - 1);
  });

  test('a draft of another composition says so before it is sealed', async () => {
    const word = docxOf({ body: p('{{nom_commercial}}') });
    const template = (
      await editor.upload('/templates/', { fields: { name: 'Autre' }, file: { name: 'm.docx', bytes: word } })
    ).body.id;
    const made = (await editor.form('/generations/', { template_id: template, product_id: id })).body;
    const codes = async () =>
      (await editor.get(`/generations/${made.id}/inspect`)).body.findings.map(({ code }: { code: string }) => code);
    expect(await codes()).not.toContain('other_formula');
    await formula(['Aqua', 70], ['Glycerin', 30]);
    expect(await codes()).toContain('other_formula');
    expect((await editor.patch(`/generations/${made.id}/validate?check=true`)).status).toBe(409);
    await formula(['Aqua', 80], ['Glycerin', 20]);
    expect(await codes()).not.toContain('other_formula');
  });

  test('an answer takes an orange finding out of the counts, and falls once its fact is another one', async () => {
    await formula(['Aqua', 80], ['Glycerin', 10]);
    const incomplete = (await found('FORMULE_INCOMPLETE')) as Finding;
    expect(incomplete.text).toContain('90');
    const path = `/products/${id}/findings/${encodeURIComponent(incomplete.key)}/answer`;
    const before = (await row()).findings.orange;
    expect((await viewer.put(path, { reason: REASON })).status).toBe(403);
    expect((await editor.put(path, { reason: 'trop court' })).status).toBe(422);
    expect((await editor.put(`/products/${id}/findings/RIEN/answer`, { reason: REASON })).status).toBe(404);
    const { status, body } = await editor.put(path, { reason: REASON });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.answer).toMatchObject({ by: editor.email, reason: REASON });
    expect((await row()).findings.orange).toBe(before - 1);
    await formula(['Aqua', 80], ['Glycerin', 5]);
    expect((await found('FORMULE_INCOMPLETE'))?.answer).toBeNull();
    // What its author read is no longer what is found: nothing is kept.
    const late = await editor.put(path, { reason: REASON, basis: incomplete.basis });
    expect([late.status, late.body.detail]).toEqual([412, expect.stringContaining('relisez-la')]);
    expect((await found('FORMULE_INCOMPLETE'))?.answer).toBeNull();
    await formula(['Aqua', 80], ['Glycerin', 10]);
    // Put back as it was, it is what was answered.
    expect((await found('FORMULE_INCOMPLETE'))?.answer?.reason).toBe(REASON);
    expect((await editor.delete(path)).body.answer).toBeNull();
    const actions = (await app.as('admin').then((admin) => admin.get('/audit'))).body.map(
      ({ action }: { action: string }) => action,
    );
    expect(actions).toEqual(expect.arrayContaining(['finding.answer', 'finding.unanswer']));
  });

  test('several are answered at once, all of them or none', async () => {
    const all = (await editor.get(`/products/${id}/findings`)).body as Finding[];
    const asked = all.filter(({ code }) => code === 'FORMULE_INCOMPLETE' || code === 'SANS_CORPUS');
    expect(asked.length).toBeGreaterThan(1);
    const answers = asked.map(({ key, basis }) => ({ key, basis, reason: REASON }));
    const path = `/products/${id}/findings/answers`;
    expect((await viewer.put(path, { answers })).status).toBe(403);
    expect((await editor.put(path, { answers: [] })).status).toBe(422);
    expect((await editor.put(path, { answers: [...answers, { key: 'RIEN', reason: REASON }] })).status).toBe(404);
    expect((await found('SANS_CORPUS'))?.answer).toBeNull();
    const { status, body } = await editor.put(path, { answers });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.map(({ answer }: Finding) => answer?.reason)).toEqual(asked.map(() => REASON));
    for (const { key } of asked) await editor.delete(`/products/${id}/findings/${encodeURIComponent(key)}/answer`);
  });

  test('a red one stays red beside its reason; what its room answers is refused here', async () => {
    const before = (await row()).findings.rouge;
    await editor.put(`/products/${id}/claims`, [
      { id: 'c1', texte: 'Biodégradable', support: 'etiquette', critere: null, preuve: null, adequation: null },
    ]);
    const claim = await found('ALLEGATION_INTERDITE');
    expect(claim?.level).toBe('rouge');
    const path = `/products/${id}/findings/${encodeURIComponent(claim?.key ?? '')}/answer`;
    expect((await editor.put(path, { reason: REASON })).body).toMatchObject({
      level: 'rouge',
      answer: { reason: REASON },
    });
    expect((await row()).findings.rouge).toBe(before + 1);
    const exposure = await found('SANS_EXPOSITION');
    const refused = await editor.put(`/products/${id}/findings/${exposure?.key}/answer`, { reason: REASON });
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringContaining('onglet «\u00a0Exposition\u00a0»'),
    ]);
  });
});
