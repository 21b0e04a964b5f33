import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES } from '#shared/findings/finding.ts';
import { createBusyLine } from './batch.line.ts';
import { docxOf, p } from './docx.maker.ts';
import { smallLawFiles } from './law.maker.ts';
import { converterOf, pdfOf } from './pdf.maker.ts';
import { type Answer, type Caller, ENGINES, PASSWORD, type TestApp, testApp } from './test.app.ts';

/** A write that leaves no line in the journal, and why. Whatever is not here leaves one, or this test fails. */
const NO_LINE: Readonly<Record<string, string>> = {
  'POST /auth/token': 'leaves one: tried in auth.routes.test.ts, with those of a refusal',
  'POST /auth/refresh': 'every few minutes, by every tab: the session that begins and ends is told',
  'POST /auth/logout': 'leaves one: tried in auth.routes.test.ts, it ends the session that this test uses',
  'POST /auth/password/check': 'keeps nothing',
  'POST /auth/otp': 'leaves one: tried in factor.test.ts, as are those that follow',
  'POST /auth/me/otp': 'leaves one',
  'POST /auth/me/otp/confirm': 'leaves one',
  'POST /auth/me/otp/codes': 'leaves one',
  'DELETE /auth/me/otp': 'leaves one',
  'DELETE /users/{id}/otp': 'leaves one',
  'PUT /auth/policy': 'leaves one',
  'POST /auth/oidc/exchange': 'leaves one: tried in sign.on.test.ts, with a provider, as are those that follow',
  'POST /auth/me/identity': 'keeps nothing: the provider’s answer links, and leaves one',
  'DELETE /auth/me/identity': 'leaves one',
  'POST /products/{id}/formula/parse': 'keeps nothing',
  'POST /regulation/check': 'keeps nothing',
  'POST /regulation/corpora/columns': 'keeps nothing',
  'POST /regulation/corpora/fetch': 'calls out: tried in regulation.routes.test.ts with a server of its own',
  'POST /templates/{id}/preview': 'keeps nothing',
  'POST /templates/{id}/validate': 'keeps nothing',
  'POST /generations/{id}/inspect': 'keeps nothing',
  'POST /admin/drive/credentials': 'needs Google: tried in drive.routes.test.ts',
  'POST /admin/drive/folder': 'needs Google: tried in drive.routes.test.ts',
  'POST /admin/drive/test': 'keeps nothing',
  'POST /notices/read': 'a person’s own reading: it says nothing of a file',
  'POST /system/mail/test': 'needs a mail server: tried in mail.test.ts',
  'POST /admin/drive/resend': 'needs Google: tried in drive.routes.test.ts',
  'POST /admin/drive/retry': 'needs Google: tried in drive.routes.test.ts',
  'DELETE /admin/drive': 'needs Google: tried in drive.routes.test.ts',
  'POST /drive/credentials': 'the same service under another address',
  'POST /drive/folder': 'the same service under another address',
  'POST /drive/test': 'the same service under another address',
  'POST /generations/{id}/drive': 'needs Google: tried in drive.routes.test.ts',
  'POST /dossiers/{id}/send': 'needs Google: tried in drive.routes.test.ts',
  'POST /jobs/{id}/retry': 'needs a job that failed: tried in job.test.ts',
  'POST /jobs/{id}/cancel': 'needs a job that waits: tried in job.test.ts',
  'POST /products/{id}/dossiers': 'the job that makes it leaves it, tried in dossier.routes.test.ts',
  'POST /backups': 'needs BACKUP_DIR: tried in backup.test.ts',
  'POST /backups/verify': 'keeps nothing',
  'PUT /products/{id}/verdicts/{key}/case': 'needs an entry of several cases: tried in regulation.routes.test.ts',
  'POST /demo': 'needs an empty installation: loaded and taken away in everywhere.test.ts',
  'DELETE /demo': 'the same',
  'POST /batches/plan': 'keeps nothing',
  'POST /batches/{id}/retry': 'needs what failed: tried in batch.routes.test.ts',
  'POST /guest/files': 'the files of a guest: tried in guest.routes.test.ts',
  'POST /guest/sign': 'tried in guest.routes.test.ts, with what becomes of it',
  'POST /signatures/{id}/record': 'tried in guest.routes.test.ts',
  'POST /signatures/{id}/refuse': 'tried in guest.routes.test.ts',
  'POST /templates/{id}/generate': 'the same handler as POST /generations',
};

const DOCX = docxOf({ body: p('{{nom_commercial}} {{nom_comercial}}') });

describe.each(ENGINES)('writes, on %s', (engine) => {
  let app: TestApp;
  let admin: Caller;
  const covered = new Set<string>();
  beforeAll(async () => {
    app = await testApp({
      engine,
      converter: converterOf(pdfOf('essai')),
      config: { publicUrl: new URL('http://127.0.0.1') },
    });
    admin = await app.as('admin');
  });
  afterAll(() => app.close());

  const lines = async (): Promise<number> => Number((await admin.get('/audit?page=1&size=1')).headers['x-total-count']);
  /** Does it, and holds the journal against it. @param as the declaration, as `METHOD /path/{id}` @param action of the line */
  const told = async (as: string, work: () => Promise<Answer>, action?: string): Promise<Answer['body']> => {
    const before = await lines();
    const { status, body } = await work();
    expect(status, `${as} ${JSON.stringify(body)}`).toBeLessThan(300);
    expect(await lines(), `${as} leaves no line in the journal`).toBeGreaterThan(before);
    // Where one write leaves the lines of two records, its own is among them.
    if (action) {
      const newest = (await admin.get('/audit?page=1&size=5')).body as { action: string }[];
      expect(newest.map((one) => one.action)).toContain(action);
    }
    covered.add(as);
    return body;
  };

  test('each leaves its line in the journal', async () => {
    const file = { name: 'a.pdf', bytes: pdfOf('a') };
    const post = (path: string, body?: unknown) => () => admin.post(path, body);
    const put = (path: string, body?: unknown) => () => admin.put(path, body);
    const patch = (path: string, body?: unknown) => () => admin.patch(path, body);
    const remove = (path: string) => () => admin.delete(path);

    const product = await told('POST /products', post('/products', { nom_commercial: 'Crème' }));
    const at = `/products/${product.id}`;
    await told('PUT /products/{id}', put(at, { nom_commercial: 'Crème du soir', ref_formule: 'F1' }));
    await told('PUT /products/{id}/conformity', put(`${at}/conformity`, { category: 'crème visage' }));
    await told('POST /products/{id}/duplicate', post(`${at}/duplicate`, { nom_commercial: 'Crème (copie)' }));
    await told('PUT /products/{id}/claims', put(`${at}/claims`, [{ id: 'a', texte: 'Hydrate' }]));
    const LONG = 'Au vu des informations de la partie A, le produit est jugé sûr, au sens de l’article 3 du règlement.';
    const signed = { evaluateur_nom: 'Hélène Marchand', b1: LONG, b2: LONG, b3: LONG };
    await told('PUT /products/{id}/assessment', put(`${at}/assessment`, signed));
    await told(
      'PUT /products/{id}/control/{key}',
      put(`${at}/control/11-2-d`, { not_applicable_reason: 'Aucune allégation n’est faite.' }),
    );

    const [me] = (await admin.get('/people')).body;
    await told('POST /products/{id}/review', post(`${at}/review`, { reviewer_id: me.id }), 'review.ask');
    await told('POST /products/{id}/review/cancel', post(`${at}/review/cancel`, {}), 'review.cancel');
    await admin.post(`${at}/review`, { reviewer_id: me.id });
    const back = { reason: 'Le pH manque à l’étape trois.' };
    await told('POST /products/{id}/review/return', post(`${at}/review/return`, back), 'review.return');
    await admin.post(`${at}/review`, { reviewer_id: me.id });
    await told('POST /products/{id}/review/done', post(`${at}/review/done`, {}), 'review.done');
    const said = await told(
      'POST /products/{id}/comments',
      post(`${at}/comments`, { body: 'À voir.' }),
      'comment.create',
    );
    await told('PATCH /comments/{id}', patch(`/comments/${said.id}`, { body: 'À revoir.' }), 'comment.update');
    await told('POST /comments/{id}/resolve', post(`/comments/${said.id}/resolve`), 'comment.resolve');
    await told('POST /comments/{id}/reopen', post(`/comments/${said.id}/reopen`), 'comment.reopen');
    await told('DELETE /comments/{id}', remove(`/comments/${said.id}`), 'comment.remove');
    const guest = { name: 'Hélène Marchand', email: 'h@exemple.org', may: ['comment'], code: false };
    const invited = await told('POST /products/{id}/guests', post(`${at}/guests`, guest), 'guest.invite');
    await told('POST /guests/{id}/extend', post(`/guests/${invited.id}/extend`, { days: 20 }), 'guest.extend');
    await told('POST /guests/{id}/unlock', post(`/guests/${invited.id}/unlock`), 'guest.unlock');
    const entered = await told(
      'POST /guest/session',
      () => app.anonymous.post('/guest/session', { token: invited.url.split('#')[1] }),
      'guest.enter',
    );
    const outside = app.withToken(entered.access_token);
    await told(
      'POST /guest/comments',
      () => outside.post('/guest/comments', { body: 'Le phénoxyéthanol est à documenter.' }),
      'guest.comment',
    );
    await told('POST /guests/{id}/revoke', post(`/guests/${invited.id}/revoke`), 'guest.revoke');
    const asked = {
      supplier: 'Parfums du Sud',
      email: 's@exemple.org',
      due_on: '2099-01-31',
      items: [{ kind: 'IFRA', label: 'Certificat IFRA', for: { type: 'product', id: product.id } }],
    };
    const request = await told('POST /requests', post('/requests', asked), 'request.create');
    await told('PUT /requests/{id}', put(`/requests/${request.id}`, { ...asked, message: 'Merci.' }), 'request.update');
    const sent = await told('POST /requests/{id}/send', post(`/requests/${request.id}/send`), 'request.send');
    await told('POST /requests/{id}/remind', post(`/requests/${request.id}/remind`), 'request.remind');
    const door = await app.anonymous.post('/guest/session', { token: sent.url.split('#')[1] });
    const supplier = app.withToken(door.body.access_token);
    const absent = { absent: 'Ce parfum n’est pas soumis à l’IFRA.' };
    await told('POST /guest/request/{n}', () => supplier.post('/guest/request/1', absent), 'request.absent');
    const askedLine = `/requests/${request.id}/items/1`;
    await told(
      'POST /requests/{id}/items/{n}/refuse',
      post(`${askedLine}/refuse`, { reason: 'Tout parfum est soumis à l’IFRA.' }),
      'request.refuse',
    );
    await supplier.post('/guest/request/1', absent);
    await told('POST /requests/{id}/items/{n}/accept', post(`${askedLine}/accept`), 'request.accept');
    await told('POST /requests/{id}/cancel', post(`/requests/${request.id}/cancel`), 'request.cancel');

    const lot = await told(
      'POST /products/{id}/lots',
      post(`${at}/lots`, { numero: 'L1', premiere_mise: '2020-01-01' }),
    );
    await told('PUT /products/{id}/lots/{lotId}', put(`${at}/lots/${lot.id}`, { ...lot, quantite: 2 }));
    await told('PUT /products/{id}/arret', put(`${at}/arret`, { le: '2020-01-02' }));
    await told('DELETE /products/{id}/lots/{lotId}', remove(`${at}/lots/${lot.id}`));
    const study = await told('POST /products/{id}/studies', post(`${at}/studies`, { type: 'cycles' }));
    await told('PUT /products/{id}/studies/{studyId}', put(`${at}/studies/${study.id}`, { ...study, type: 'PAO' }));
    await told('DELETE /products/{id}/studies/{studyId}', remove(`${at}/studies/${study.id}`));
    const effect = await told(
      'POST /products/{id}/effects',
      post(`${at}/effects`, { recu_le: '2026-03-02', source: 'vente', description: 'Rougeur.' }),
    );
    const case1 = `${at}/effects/${effect.id}`;
    await told('PUT /products/{id}/effects/{effectId}', put(case1, { ...effect, zone: 'visage' }));
    await told(
      'POST /products/{id}/effects/{effectId}/erase',
      post(`${case1}/erase`, { champs: ['description'] }),
      'effect.erase',
    );
    await told('POST /products/{id}/effects/statement', post(`${at}/effects/statement`, { at: '2026-03-02' }));
    await told('DELETE /products/{id}/effects/{effectId}', remove(case1));
    await told('POST /auth/me/calendar', post('/auth/me/calendar'), 'calendar.create');
    await told('DELETE /auth/me/calendar', remove('/auth/me/calendar'), 'calendar.remove');
    await told('DELETE /trash/{id}', remove(`/trash/${study.id}`), 'trash.remove');

    await told('PUT /products/{id}/type', put(`${at}/type`, { type_produit: 'nettoyage' }));
    await told('PUT /products/{id}/detergent', put(`${at}/detergent`, { usage: 'linge' }));
    await told(
      'POST /products/{id}/detergent/ufi',
      post(`${at}/detergent/ufi`, { tva: 'FR12345678901', numero_formule: 1 }),
    );
    await put(`${at}/type`, { type_produit: 'cosmetique' })();

    const one = await told('POST /substances', post('/substances', { inci: `Glycerin ${engine}`, cas: ['56-81-5'] }));
    const other = (await admin.post('/substances', { inci: `Glycerol ${engine}` })).body;
    await told('PUT /substances/{id}', put(`/substances/${one.id}`, { ...one, functions: ['Humectant'] }));
    await told('POST /substances/{id}/merge', post(`/substances/${other.id}/merge`, { into: one.id }));
    await told('POST /substances/{id}/unmerge', post(`/substances/${other.id}/unmerge`));
    const material = await told('POST /materials', post('/materials', { trade_name: `Base ${engine}` }));
    const twin = (await admin.post('/materials', { trade_name: `Socle ${engine}` })).body;
    await told('PUT /materials/{id}', put(`/materials/${material.id}`, { ...material, supplier: 'X' }));
    await told('POST /materials/{id}/merge', post(`/materials/${twin.id}/merge`, { into: material.id }));
    await told('POST /materials/{id}/unmerge', post(`/materials/${twin.id}/unmerge`));
    for (const [base, owner] of [
      ['substances', one],
      ['materials', material],
    ] as const) {
      await told(`POST /${base}/{id}/attachments`, () =>
        admin.upload(`/${base}/${owner.id}/attachments`, { fields: { field_key: 'fiche' }, file }),
      );
      const csv =
        base === 'substances' ? 'Nom INCI;N° CAS\nBetaine W;107-43-7' : 'Matière première;INCI\nCire W;Cera Alba W';
      await told(`POST /${base}/import`, () =>
        admin.upload(`/${base}/import?apply=true`, { file: { name: 'x.csv', bytes: Buffer.from(csv) } }),
      );
    }

    const formula = {
      lines: [
        { id: 'a', substance_id: one.id, percent: 99 },
        // How much of it nobody says: a person has to.
        { id: 'b', label: 'Phenoxyethanol', percent: null },
      ],
      established_on: '2026-01-10',
    };
    await told('PUT /products/{id}/formula', put(`${at}/formula`, formula), 'formula.update');
    await told('POST /products/{id}/formula/confirm', post(`${at}/formula/confirm`, { kind: 'total' }));
    await told('PUT /products/{id}/exposure', put(`${at}/exposure`, {}));
    const [hypothesis] = (await admin.get('/exposure/hypotheses')).body;
    await told('PUT /exposure/hypotheses/{key}', put(`/exposure/hypotheses/${hypothesis.key}`, { accepted: true }));
    await told('POST /products/{id}/assessment/sign', post(`${at}/assessment/sign`, { signed_on: '2026-02-10' }));

    const corpus = await told('POST /regulation/corpora', () =>
      admin.upload('/regulation/corpora', { file: smallLawFiles() }),
    );
    await told('POST /regulation/corpora/{id}/activate', post(`/regulation/corpora/${corpus.id}/activate`));
    const draft = (await admin.upload('/regulation/corpora', { file: smallLawFiles()[0] as never })).body;
    await told('DELETE /regulation/corpora/{id}', remove(`/regulation/corpora/${draft.id}`));
    const inventory = Buffer.from('INCI name,CAS No,EC No,Function\nAqua,7732-18-5,231-791-2,Solvent');
    await told('POST /regulation/inventory', () =>
      admin.upload('/regulation/inventory', { file: { name: 'i.csv', bytes: inventory } }),
    );
    const [entry] = (await admin.get('/regulation/entries')).body;
    await told(
      'PUT /regulation/entries/{id}/warning',
      put(`/regulation/entries/${entry.id}/warning`, { text: 'À éviter.' }),
    );
    const law = await lawOf(admin, at);
    await told(
      'PUT /products/{id}/verdicts/{key}/functions',
      put(`${at}/verdicts/${law.any}/functions`, { functions: ['conservateur'] }),
    );
    await told(
      'PUT /products/{id}/verdicts/{key}/decision',
      put(`${at}/verdicts/${(await lawOf(admin, at)).open}/decision`, { reason: 'Vérifié sur le texte de l’annexe.' }),
    );
    await told('DELETE /products/{id}/verdicts/{key}/decision', remove(`${at}/verdicts/${law.open}/decision`));
    await told('DELETE /products/{id}/verdicts/{key}/case', remove(`${at}/verdicts/${law.any}/case`));

    const [{ cause, revoir }] = (await admin.get(`${at}/impact`)).body;
    await told('PUT /products/{id}/impact/{cause}/{key}', put(`${at}/impact/${cause}/${revoir[0].key}`, { vu: true }));
    const findings: Finding[] = (await admin.get(`${at}/findings`)).body;
    const answerable = findings.find(({ code }) => FINDING_CODES[code].answeredIn === undefined);
    const answer = `${at}/findings/${encodeURIComponent(answerable?.key ?? '')}/answer`;
    await told(
      'PUT /products/{id}/findings/{key}/answer',
      put(answer, { reason: 'Vu avec le laboratoire, qui l’écrit dans son rapport.' }),
    );
    await told('DELETE /products/{id}/findings/{key}/answer', remove(answer));
    await told(
      'PUT /products/{id}/findings/answers',
      put(`${at}/findings/answers`, {
        answers: [{ key: answerable?.key, reason: 'Vu avec le laboratoire, qui l’écrit dans son rapport.' }],
      }),
    );

    const attachment = await told('POST /attachments', () =>
      admin.upload('/attachments', { fields: { product_id: product.id, field_key: 'etiquette' }, file }),
    );
    await told('PATCH /attachments/{id}', patch(`/attachments/${attachment.id}`, { alias: 'Étiquette' }));
    await told('DELETE /attachments/{id}', remove(`/attachments/${attachment.id}`));
    await told('POST /attachments/{id}/restore', () => admin.post(`/attachments/${attachment.id}/restore`));
    await remove(`/attachments/${attachment.id}`)();
    await told('DELETE /attachments/{id}/removed', remove(`/attachments/${attachment.id}/removed`));

    const upload = (method: 'POST' | 'PUT', path: string, fields: Record<string, string>) => () =>
      admin.upload(path, { method, fields, file: { name: 'm.docx', bytes: DOCX } });
    const template = await told('POST /templates', upload('POST', '/templates', { name: 'Fiche' }));
    await told('PUT /templates/{id}', upload('PUT', `/templates/${template.id}`, { version: '2' }));
    await told(
      'POST /templates/{id}/mend',
      post(`/templates/${template.id}/mend`, { name: 'nom_comercial', by: 'nom_client' }),
    );
    const [older] = (await admin.get(`/templates/${template.id}/files`)).body.toReversed();
    await told(
      'POST /templates/{id}/files/{fileId}/restore',
      post(`/templates/${template.id}/files/${older.id}/restore`),
    );
    const copy = await told(
      'POST /templates/{id}/duplicate',
      post(`/templates/${template.id}/duplicate`, { name: 'Copie' }),
    );
    await told('DELETE /templates/{id}', remove(`/templates/${copy.id}`));
    const generate = () => admin.post('/generations', { template_id: template.id, product_id: product.id });
    const generation = await told('POST /generations', generate);
    await told('PATCH /generations/{id}/validate', patch(`/generations/${generation.id}/validate`));
    const second = (await generate()).body;
    await told('PATCH /generations/{id}/finalize', () =>
      admin.upload(`/generations/${second.id}/finalize`, {
        method: 'PATCH',
        file: { name: 'f.docx', bytes: docxOf({ body: p('Crème du soir') }) },
      }),
    );
    await told('DELETE /generations/{id}', remove(`/generations/${(await generate()).body.id}`));

    const menu = await told('POST /menus', post('/menus', { name: 'Carte', items: [] }));
    const item = { name: 'Thé', price: 1, category: 'Boissons' };
    await told('PUT /menus/{id}', put(`/menus/${menu.id}`, { name: 'Carte', items: [] }));
    const made = await told('POST /menus/{id}/items', post(`/menus/${menu.id}/items`, item));
    await told('PUT /menus/items/{id}', put(`/menus/items/${made.id}`, item));
    await told('DELETE /menus/items/{id}', remove(`/menus/items/${made.id}`));
    await told('DELETE /menus/{id}', remove(`/menus/${menu.id}`));

    await told(
      'POST /auth/signup',
      post('/auth/signup', { email: `signe-${engine}@valorme.fr`, password: PASSWORD, password_confirm: PASSWORD }),
    );
    const user = await told('POST /users', post('/users', { email: `invite-${engine}@valorme.fr`, role: 'viewer' }));
    const userId = user.id ?? user.user?.id;
    await told('PATCH /users/{id}', patch(`/users/${userId}`, { role: 'editor' }));
    await told('POST /users/{id}/password', post(`/users/${userId}/password`));
    await admin.patch(`/users/${userId}`, { active: false });
    await told('POST /users/{id}/anonymise', post(`/users/${userId}/anonymise`));
    await told('PATCH /auth/me', patch('/auth/me', { name: 'Claire Aubry' }));
    await told('DELETE /auth/sessions', remove('/auth/sessions'));
    await told(
      'PATCH /auth/me/password',
      patch('/auth/me/password', {
        current_password: PASSWORD,
        password: `${PASSWORD} neuf`,
        password_confirm: `${PASSWORD} neuf`,
      }),
    );
    await told('POST /audit/exports', post('/audit/exports', { list: 'products', format: 'csv', count: 1 }));

    const sheet = Buffer.from('Nom commercial;Marque\nDe la feuille;M');
    const brought = await told('POST /imports/sheets', () =>
      admin.upload('/imports/sheets', { file: { name: 'p.csv', bytes: sheet } }),
    );
    await told('PUT /imports/{id}/mapping', put(`/imports/${brought.id}/mapping`, { key: 'nom_commercial' }));
    const { plan } = (await admin.get(`/imports/${brought.id}/plan`)).body;
    const bulk = { kind: 'field.set', products: [product.id], field: 'marque', op: 'set', value: 'En masse' };
    const planned = (await admin.post('/batches/plan', bulk)).body;
    await told('POST /imports/{id}/apply', post(`/imports/${brought.id}/apply`, { plan, mode: 'all' }));
    await app.deps.jobs.idle();
    await told('DELETE /imports/{id}', remove(`/imports/${brought.id}`));
    const came = await told('POST /intake', () =>
      admin.upload('/intake', {
        file: ['un', 'deux', 'trois'].map((name) => ({ name: `${name}.pdf`, bytes: pdfOf(name) })),
      }),
    );
    const [given1, given2, given3] = came.items;
    const here = { owner: { type: 'product', id: product.id } };
    const token = await told('POST /tokens', post('/tokens', { name: 'ERP', scopes: ['read'] }));
    await told('DELETE /tokens/{id}', remove(`/tokens/${token.id}`));
    await told('POST /intake/{id}/import', post(`/intake/${given1.id}/import`), 'import.create');
    await told('POST /intake/{id}/leave', post(`/intake/${given1.id}/leave`));
    await told('POST /intake/{id}/return', post(`/intake/${given1.id}/return`));
    await told('POST /intake/{id}/file', post(`/intake/${given2.id}/file`, here), 'intake.file');
    await app.database.db
      .updateTable('intake')
      .set({ owner_type: 'product', owner_id: product.id })
      .where('id', '=', given3.id)
      .execute();
    await told('POST /intake/file', post('/intake/file', { ids: [given3.id] }), 'intake.file');
    const old = await told('POST /imports/documents', () =>
      admin.upload('/imports/documents', { file: { name: 'ancien.docx', bytes: docxOf({ body: p('Marque : M') }) } }),
    );
    await app.deps.jobs.idle();
    const [document] = (await admin.get(`/imports/${old.id}`)).body.documents;
    await told(
      'POST /imports/{id}/documents/{doc}/apply',
      post(`/imports/${old.id}/documents/${document.id}/apply`, {
        product_id: 'new',
        accept: [{ field: 'marque', value: 'M' }],
        attach: true,
      }),
      'import.document',
    );
    const batch = await told('POST /batches', post('/batches', { ...bulk, plan: planned.plan }));
    await app.deps.jobs.idle();
    await told('POST /batches/{id}/undo', post(`/batches/${batch.id}/undo`, {}));
    await app.deps.jobs.idle();
    // It waits behind another one, so that there is something to stop.
    const busyLine = await createBusyLine(app);
    const held = { ...bulk, value: 'Retenu' };
    const { plan: heldPlan } = (await admin.post('/batches/plan', held)).body;
    await busyLine();
    const { id: heldId } = (await admin.post('/batches', { ...held, plan: heldPlan })).body;
    await told('POST /batches/{id}/pause', post(`/batches/${heldId}/pause`));
    await busyLine();
    await told('POST /batches/{id}/resume', post(`/batches/${heldId}/resume`));
    await told('POST /batches/{id}/cancel', post(`/batches/${heldId}/cancel`));

    await told('DELETE /materials/{id}', remove(`/materials/${material.id}`));
    const spare = (await admin.post('/substances', { inci: `Betaine ${engine}` })).body;
    await told('DELETE /substances/{id}', remove(`/substances/${spare.id}`));
    await told('DELETE /products/{id}', remove(at));
    const [thrown] = (await admin.get('/trash')).body;
    await told('POST /trash/{id}/restore', post(`/trash/${thrown.id}/restore`));
  });

  test('every declaration that writes is among them, or says why it leaves none', () => {
    const writes = app.declarations
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    const missing = writes.filter((one) => !covered.has(one) && !(one in NO_LINE));
    expect(missing).toEqual([]);
    expect(Object.keys(NO_LINE).filter((one) => !writes.includes(one))).toEqual([]);
  });

  test('a stale If-Match is refused wherever there is a revision, and nothing is written', async () => {
    const chief = await app.as('admin');
    const { body: product } = await chief.post('/products', { nom_commercial: 'Baume' });
    const { body: substance } = await chief.post('/substances', { inci: `Squalane ${engine}` });
    const { body: material } = await chief.post('/materials', { trade_name: `Huile ${engine}` });
    const at = `/products/${product.id}`;
    const { body: liquid } = await chief.post('/products', { nom_commercial: 'Lessive' });
    await chief.put(`/products/${liquid.id}/type`, { type_produit: 'nettoyage' });
    const { body: lot } = await chief.post(`${at}/lots`, { numero: 'L1' });
    const { body: study } = await chief.post(`${at}/studies`, { type: 'autre' });
    const { body: effect } = await chief.post(`${at}/effects`, { recu_le: '2026-03-02', source: 'vente' });
    const { body: request } = await chief.post('/requests', {
      supplier: 'Parfums du Sud',
      email: 's@exemple.org',
      due_on: '2099-01-31',
      items: [{ kind: 'IFRA', label: 'Certificat IFRA', for: { type: 'product', id: product.id } }],
    });
    const records = [
      at,
      `/products/${liquid.id}/detergent`,
      `${at}/conformity`,
      `${at}/assessment`,
      `${at}/formula`,
      `${at}/exposure`,
      `${at}/lots/${lot.id}`,
      `${at}/arret`,
      `${at}/studies/${study.id}`,
      `${at}/effects/${effect.id}`,
      `/substances/${substance.id}`,
      `/materials/${material.id}`,
      `/requests/${request.id}`,
    ];
    for (const path of records) {
      const before = await chief.get(path);
      const again = await chief.put(path, before.body, { 'if-match': '"999"' });
      expect(again.status, path).toBe(412);
      expect((await chief.get(path)).body, path).toEqual(before.body);
      const revision = String(before.headers.etag ?? `"${before.body.revision}"`);
      expect((await chief.put(path, before.body, { 'if-match': revision })).status, path).toBe(200);
    }
    expect((await chief.put(`${at}/claims`, [], { 'if-match': '"999"' })).status).toBe(412);
    const { body: other } = await chief.post('/products', { nom_commercial: 'Savon' });
    for (const path of [
      `${at}/lots/${lot.id}`,
      `${at}/studies/${study.id}`,
      `${at}/effects/${effect.id}`,
      `/products/${other.id}`,
      `/substances/${substance.id}`,
      `/materials/${material.id}`,
    ]) {
      expect((await chief.delete(path, { 'if-match': '"999"' })).status, path).toBe(412);
      const { headers, body } = await chief.get(path);
      const revision = String(headers.etag ?? `"${body.revision}"`);
      expect((await chief.delete(path, { 'if-match': revision })).status, path).toBe(204);
    }
  });
});

/** Keys of two verdicts of a product: any, and one that waits for a person. */
async function lawOf(caller: Caller, at: string): Promise<{ any: string; open: string }> {
  const verdicts = (await caller.get(`${at}/verdicts`)).body as { key: string; state: string }[];
  const [any] = verdicts;
  const open = verdicts.find(({ state }) => state === 'a_verifier') ?? any;
  return { any: encodeURIComponent(any?.key ?? ''), open: encodeURIComponent(open?.key ?? '') };
}

test('each declaration asks for the right that this table, written by hand, says', async () => {
  const app = await testApp();
  const written = readFileSync(join(import.meta.dirname, 'rights.table.txt'), 'utf8')
    .trim()
    .split('\n')
    .toSorted();
  const declared = app.declarations.map(({ method, path, right }) => `${right.padEnd(7)} ${method} ${path}`).toSorted();
  await app.close();
  expect(declared).toEqual(written);
});
