import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_CONFORMITY } from '#shared/regulation/conformity.fields.ts';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('a copy of a product on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  test('it has the form, the formula, the conformity and the exposure, and nothing that is true of the first alone', async () => {
    const { body: source } = await editor.post('/products/', {
      nom_commercial: 'Baume du Large',
      ref_formule: 'BL-77',
      marque: 'Valorme',
      valide_par: 'Dr Hélène Marchand',
      e_coli: 'Absence',
      resultats_stabilite: 'Stable trois mois.',
      date_mise_marche: '2026-03-15',
    });
    const { body: water } = await editor.post('/substances', { inci: 'Aqua' });
    await editor.put(`/products/${source.id}/formula`, {
      mode: 'table',
      lines: [{ id: 'a', substance_id: water.id, percent: 100 }],
      established_on: '2026-01-10',
    });
    const {
      revision: _,
      updated_at: __,
      updated_by: ___,
      unread: ____,
      ...conformity
    } = (await editor.get(`/products/${source.id}/conformity`)).body;
    await editor.put(`/products/${source.id}/conformity`, {
      ...conformity,
      category: 'baume',
      pr_nom: 'Maison Valorme SAS',
      cpnp_reference: '3214567',
      challenge_date: '2026-02-12',
    });
    await editor.put(`/products/${source.id}/exposure`, { category: 'hand_cream', remarks: { aqua: 'Eau.' } });
    await editor.put(`/products/${source.id}/assessment`, { evaluateur_nom: 'Dr Hélène Marchand', b1: 'Sûr.' });

    const made = await editor.post(`/products/${source.id}/duplicate`, {
      nom_commercial: 'Baume du Soir',
      ref_formule: 'BS-01',
      ref_produit: '',
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      nom_commercial: 'Baume du Soir',
      ref_formule: 'BS-01',
      ref_produit: null,
      marque: 'Valorme',
      valide_par: null,
      e_coli: null,
      resultats_stabilite: null,
      date_mise_marche: null,
      status: 'DRAFT',
      formula_mode: 'table',
      example: false,
    });
    const at = `/products/${made.body.id}`;
    expect((await editor.get(`${at}/formula`)).body).toMatchObject({
      lines: [{ substance_id: water.id, percent: 100 }],
      established_on: null,
    });
    expect((await editor.get(`${at}/conformity`)).body).toMatchObject({
      ...NO_CONFORMITY,
      category: 'baume',
      pr_nom: 'Maison Valorme SAS',
    });
    expect((await editor.get(`${at}/exposure`)).body).toMatchObject({ category: 'hand_cream', remarks: {} });
    expect((await editor.get(`${at}/assessment`)).body).toMatchObject({ b1: null, revision: 0 });
    // The first is as it was.
    expect((await editor.get(`/products/${source.id}`)).body.nom_commercial).toBe('Baume du Large');
  });

  test('one that holds nothing is copied too; one that is not there, or a name of a page, is refused', async () => {
    const { body: source } = await editor.post('/products/', { nom_commercial: 'Nu' });
    const made = await editor.post(`/products/${source.id}/duplicate`, { nom_commercial: 'Nu (copie)' });
    expect(made.body).toMatchObject({ nom_commercial: 'Nu (copie)', formula_mode: 'text' });
    expect((await editor.get(`/products/${made.body.id}/conformity`)).body.revision).toBe(0);
    expect((await editor.post('/products/nobody/duplicate', {})).status).toBe(404);
    expect((await editor.post(`/products/${source.id}/duplicate`, { nom_commercial: 'x'.repeat(501) })).status).toBe(
      422,
    );
  });
});
