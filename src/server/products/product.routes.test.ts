import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Caller, ENGINES, type TestApp, testApp } from '../test/test.app.ts';

describe.each(ENGINES)('products on %s', (engine) => {
  let app: TestApp;
  let editor: Caller;
  beforeAll(async () => {
    app = await testApp({ engine });
    editor = await app.as('editor');
  });
  afterAll(() => app.close());

  test('an empty draft is kept', async () => {
    const { status, body } = await editor.post('/products/', {});
    expect(status).toBe(201);
    expect(body).toMatchObject({ status: 'DRAFT', progression: 0, revision: 1, nom_client: null });
  });
});
