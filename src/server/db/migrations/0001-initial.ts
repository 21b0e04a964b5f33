import { type ColumnDataType, type Kysely, sql } from 'kysely';

type Column = [name: string, type: ColumnDataType, extra?: 'primary' | 'unique' | 'nullable'];

const TRASH: Column[] = [
  ['deleted_at', 'text', 'nullable'],
  ['deleted_by', 'text', 'nullable'],
];

const TABLES: Record<string, Column[]> = {
  users: [
    ['id', 'text', 'primary'],
    ['email', 'text', 'unique'],
    ['password_hash', 'text'],
    ['role', 'text'],
    ['active', 'integer'],
    ['created_at', 'text'],
    ['last_login_at', 'text', 'nullable'],
  ],
  sessions: [
    ['id', 'text', 'primary'],
    ['user_id', 'text'],
    ['refresh_hash', 'text', 'unique'],
    ['created_at', 'text'],
    ['last_used_at', 'text'],
    ['expires_at', 'text'],
    ['ended_at', 'text', 'nullable'],
    ['ip', 'text', 'nullable'],
    ['user_agent', 'text', 'nullable'],
  ],
  attempts: [
    ['id', 'text', 'primary'],
    ['bucket', 'text'],
    ['at', 'text'],
  ],
  files: [
    ['id', 'text', 'primary'],
    ['sha256', 'text'],
    ['size', 'integer'],
    ['created_at', 'text'],
  ],
  products: [
    ['id', 'text', 'primary'],
    ['status', 'text'],
    ['progression', 'integer'],
    ['has_formula', 'integer'],
    ['revision', 'integer'],
    ['data', 'text'],
    ['summary', 'text'],
    ['search_text', 'text'],
    ['created_at', 'text'],
    ['updated_at', 'text'],
    ['created_by', 'text', 'nullable'],
    ['updated_by', 'text', 'nullable'],
    ['sort_nom_client', 'text'],
    ['sort_marque', 'text'],
    ['sort_gamme', 'text'],
    ['sort_nom_produit', 'text'],
    ['sort_nom_commercial', 'text'],
    ['sort_fournisseur', 'text'],
    ['sort_ref_formule', 'text'],
    ['sort_ref_produit', 'text'],
    ['sort_date_mise_marche', 'text'],
    ['sort_resp_mise_marche', 'text'],
    ...TRASH,
  ],
  product_revisions: [
    ['product_id', 'text'],
    ['revision', 'integer'],
    ['at', 'text'],
    ['by', 'text', 'nullable'],
    ['status', 'text'],
    ['changes', 'text'],
    ['data', 'text'],
  ],
  attachments: [
    ['id', 'text', 'primary'],
    ['product_id', 'text'],
    ['field_key', 'text'],
    ['file_name', 'text'],
    ['alias', 'text', 'nullable'],
    ['mime_type', 'text'],
    ['file_id', 'text'],
    ['created_at', 'text'],
    ...TRASH,
  ],
  templates: [
    ['id', 'text', 'primary'],
    ['name', 'text'],
    ['version', 'text'],
    ['description', 'text', 'nullable'],
    ['file_name', 'text', 'nullable'],
    ['file_id', 'text', 'nullable'],
    ['thumbnail_file_id', 'text', 'nullable'],
    ['placeholders', 'text'],
    ['search_text', 'text'],
    ['created_at', 'text'],
    ['updated_at', 'text'],
    ...TRASH,
  ],
  generations: [
    ['id', 'text', 'primary'],
    ['template_id', 'text'],
    ['product_id', 'text'],
    ['template_file_id', 'text'],
    ['template_snapshot', 'text'],
    ['product_snapshot', 'text'],
    ['status', 'text'],
    ['initiated_at', 'text'],
    ['finalized_at', 'text', 'nullable'],
    ['validated_at', 'text', 'nullable'],
    ['initiated_by', 'text', 'nullable'],
    ['file_name', 'text'],
    ['docx_file_id', 'text'],
    ['pdf_file_id', 'text', 'nullable'],
    ['drive_state', 'text'],
    ['drive_error', 'text', 'nullable'],
    ['warnings', 'text'],
    ['search_text', 'text'],
    ...TRASH,
  ],
  menus: [
    ['id', 'text', 'primary'],
    ['name', 'text'],
    ['updated_at', 'text'],
  ],
  menu_items: [
    ['id', 'text', 'primary'],
    ['menu_id', 'text'],
    ['position', 'integer'],
    ['name', 'text'],
    ['price', 'real'],
    ['category', 'text'],
    ['description', 'text', 'nullable'],
  ],
  audit: [
    ['seq', 'integer', 'primary'],
    ['at', 'text'],
    ['actor_id', 'text', 'nullable'],
    ['actor', 'text', 'nullable'],
    ['action', 'text'],
    ['object_type', 'text'],
    ['object_id', 'text', 'nullable'],
    ['object_label', 'text', 'nullable'],
    ['ip', 'text', 'nullable'],
    ['prev_hash', 'text'],
    ['hash', 'text'],
  ],
  idempotency: [
    ['scope', 'text'],
    ['key', 'text'],
    ['request_hash', 'text'],
    ['status', 'integer', 'nullable'],
    ['answer', 'text', 'nullable'],
    ['created_at', 'text'],
  ],
  settings: [
    ['name', 'text', 'primary'],
    ['value', 'text'],
  ],
};

const INDEXES: [table: string, columns: string[], unique?: 'unique'][] = [
  ['attempts', ['bucket', 'at']],
  ['sessions', ['user_id']],
  ['product_revisions', ['product_id', 'revision'], 'unique'],
  ['attachments', ['product_id']],
  ['menu_items', ['menu_id', 'position']],
  ['generations', ['initiated_at']],
  ['generations', ['product_id']],
  ['idempotency', ['scope', 'key'], 'unique'],
  ['products', ['updated_at']],
  // Who owns a file is asked for every file, at each sweep.
  ['attachments', ['file_id']],
  ['templates', ['file_id']],
  ['templates', ['thumbnail_file_id']],
  ['generations', ['docx_file_id']],
  ['generations', ['pdf_file_id']],
  ['generations', ['template_file_id']],
];

const isPostgres = (db: Kysely<unknown>): boolean =>
  db.getExecutor().adapter.constructor.name.toLowerCase().includes('postgres');

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [table, columns] of Object.entries(TABLES)) {
    let builder = db.schema.createTable(table);
    for (const [name, given, extra] of columns) {
      const type = given === 'real' && isPostgres(db) ? 'double precision' : given;
      builder = builder.addColumn(name, type, (column) => {
        if (extra === 'primary') return column.primaryKey();
        if (extra === 'unique') return column.notNull().unique();
        return extra === 'nullable' ? column : column.notNull();
      });
    }
    await builder.execute();
  }
  for (const [table, columns, unique] of INDEXES) {
    const builder = db.schema
      .createIndex(`${table}_${columns.join('_')}`)
      .on(table)
      .columns(columns);
    await (unique ? builder.unique() : builder).execute();
  }
  await refuseAuditChanges(db);
}

/** The journal is append-only: the database itself refuses to change or remove a line. */
async function refuseAuditChanges(db: Kysely<unknown>): Promise<void> {
  if (isPostgres(db)) {
    await sql`create function refuse_audit_change() returns trigger language plpgsql as
      $$ begin raise exception 'the journal is append-only'; end $$`.execute(db);
    await sql`create trigger audit_append_only before update or delete or truncate on audit
      for each statement execute function refuse_audit_change()`.execute(db);
    return;
  }
  await sql`create trigger audit_no_update before update on audit
    begin select raise(abort, 'the journal is append-only'); end`.execute(db);
  await sql`create trigger audit_no_delete before delete on audit
    begin select raise(abort, 'the journal is append-only'); end`.execute(db);
}
