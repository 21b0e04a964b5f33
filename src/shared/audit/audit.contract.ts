import { endpointsOf } from '../contract/endpoint.ts';
import { listQuery } from '../contract/list.ts';
import { z } from '../contract/zod.ts';

const api = endpointsOf('Journal');

/** What can be done to what; the sentence is what the journal and the dashboard say. */
export const AUDIT_ACTIONS = {
  'auth.signup': 'Compte créé',
  'auth.login': 'Connexion',
  'auth.login_failed': 'Connexion refusée',
  'auth.logout': 'Déconnexion',
  'auth.password': 'Mot de passe changé',
  'access.refused': 'Accès refusé',
  'export.list': 'Liste exportée',
  'export.all': 'Tout exporté',
  'user.invite': 'Personne invitée',
  'user.update': 'Compte modifié',
  'user.password': 'Mot de passe réinitialisé',
  'user.anonymise': 'Compte rendu anonyme',
  'product.create': 'Produit créé',
  'product.update': 'Produit modifié',
  'product.validate': 'Produit validé',
  'product.type': 'Nature du produit dite',
  'product.remove': 'Produit mis à la corbeille',
  'product.restore': 'Produit restauré',
  'attachment.create': 'Pièce jointe ajoutée',
  'attachment.update': 'Pièce jointe modifiée',
  'attachment.remove': 'Pièce jointe retirée',
  'attachment.read': 'Fichier de formule téléchargé',
  'template.create': 'Modèle créé',
  'template.update': 'Modèle modifié',
  'template.remove': 'Modèle mis à la corbeille',
  'template.restore': 'Modèle restauré',
  'generation.create': 'Document généré',
  'generation.deposit': 'Document finalisé déposé',
  'generation.finalize': 'Document finalisé',
  'generation.validate': 'Document validé',
  'generation.read': 'Document validé téléchargé',
  'generation.remove': 'Génération mise à la corbeille',
  'generation.restore': 'Génération restaurée',
  'formula.update': 'Formule modifiée',
  'formula.confirm': 'Formule : point confirmé',
  'substance.create': 'Substance créée',
  'substance.update': 'Substance modifiée',
  'substance.merge': 'Substance fusionnée',
  'substance.unmerge': 'Substance : fusion annulée',
  'substance.import': 'Substances importées',
  'substance.remove': 'Substance mise à la corbeille',
  'substance.restore': 'Substance restaurée',
  'material.create': 'Matière première créée',
  'material.update': 'Matière première modifiée',
  'material.merge': 'Matière première fusionnée',
  'material.unmerge': 'Matière première : fusion annulée',
  'material.import': 'Matières premières importées',
  'material.remove': 'Matière première mise à la corbeille',
  'material.restore': 'Matière première restaurée',
  'regulation.import': 'Corpus importé',
  'regulation.fetch': 'Corpus téléchargé depuis CosIng',
  'regulation.activate': 'Corpus mis en vigueur',
  'regulation.remove': 'Corpus retiré',
  'regulation.inventory': 'Inventaire des ingrédients importé',
  'regulation.warning': 'Avertissement réglementaire écrit',
  'regulation.decision': 'Point réglementaire vérifié',
  'regulation.case': 'Cas réglementaire confirmé',
  'exposure.update': 'Exposition modifiée',
  'exposure.accept': 'Hypothèse acceptée',
  'exposure.withdraw': 'Hypothèse retirée',
  'conformity.update': 'Conformité modifiée',
  'detergent.update': 'Dossier de nettoyage modifié',
  'detergent.ufi': 'UFI fait',
  'assessment.update': 'Évaluation de la sécurité modifiée',
  'assessment.sign': 'Signature de l’évaluateur enregistrée',
  'claims.update': 'Allégations modifiées',
  'exceptions.update': 'Point de contrôle sans objet',
  'finding.answer': 'Remarque : réponse écrite',
  'finding.unanswer': 'Remarque : réponse retirée',
  'dossier.seal': 'Dossier scellé',
  'dossier.read': 'Dossier scellé téléchargé',
  'menu.create': 'Menu créé',
  'menu.update': 'Menu modifié',
  'menu.remove': 'Menu supprimé',
  'drive.update': 'Drive configuré',
  'drive.resend': 'Documents remis en file d’envoi',
  'job.retry': 'Travail de fond relancé',
  'job.cancel': 'Travail de fond annulé',
  'batch.create': 'Travail en masse lancé',
  'batch.pause': 'Travail en masse suspendu',
  'batch.resume': 'Travail en masse repris',
  'batch.cancel': 'Travail en masse arrêté',
  'batch.retry': 'Travail en masse : échecs relancés',
  'batch.undo': 'Travail en masse annulé',
  'import.create': 'Fichier donné à importer',
  'intake.create': 'Fichier donné à classer',
  'intake.refuse': 'Fichier refusé du dossier surveillé',
  'intake.file': 'Fichier classé',
  'intake.leave': 'Fichier mis de côté',
  'intake.return': 'Fichier remis à classer',
  'import.document': 'Valeurs reprises d’un ancien dossier',
  'import.mapping': 'Import : colonnes dites',
  'import.remove': 'Import abandonné',
  'trash.purge': 'Corbeille vidée',
  'demo.remove': 'Exemple retiré',
  'backup.done': 'Sauvegarde faite',
  'backup.failed': 'Sauvegarde manquée',
  'backup.verify': 'Installation vérifiée',
  'backup.accept': 'Base et fichiers reconnus comme une seule installation',
  'files.aside': 'Fichiers mis à l’écart',
} as const;
export type AuditAction = keyof typeof AUDIT_ACTIONS;

export const auditEntry = z.object({
  seq: z.number().int(),
  at: z.string(),
  actor: z.string().nullable(),
  action: z.string(),
  action_label: z.string(),
  object_type: z.string(),
  object_id: z.string().nullable(),
  object_label: z.string().nullable(),
  ip: z.string().nullable(),
  hash: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** What a line may be about, and how the filter of the journal calls it. */
export const AUDIT_OBJECTS = {
  product: 'Produits',
  attachment: 'Pièces jointes',
  template: 'Modèles',
  generation: 'Documents',
  formula: 'Formules',
  substance: 'Substances',
  material: 'Matières premières',
  regulation: 'Réglementation',
  conformity: 'Faits réglementaires',
  control: 'Contrôle',
  dossier: 'Dossiers scellés',
  exposure: 'Expositions',
  menu: 'Menus',
  user: 'Comptes',
  drive: 'Drive',
  trash: 'Corbeille',
  access: 'Accès',
  job: 'Travaux de fond',
  batch: 'Travaux en masse',
  import: 'Imports',
  backup: 'Sauvegardes',
  export: 'Exports',
} as const;
export const AUDIT_OBJECT_TYPES = Object.keys(AUDIT_OBJECTS) as (keyof typeof AUDIT_OBJECTS)[];

/** `object_type` keeps the lines about one kind of thing. */
const auditQuery = listQuery.extend({ object_type: z.enum(AUDIT_OBJECT_TYPES).optional() });
export type AuditQuery = z.output<typeof auditQuery>;

export const listAudit = api('GET /audit', 'admin', {
  summary: 'Le journal, du plus récent au plus ancien (page 1, taille 200 par défaut)',
  query: auditQuery,
  output: z.array(auditEntry),
});

/** What a browser puts into a file by itself, which the server would not see. */
export const recordExport = api('POST /audit/exports', 'member', {
  summary: 'Noter au journal une liste exportée par le navigateur',
  body: z.strictObject({
    list: z.enum(['products']),
    format: z.enum(['csv', 'xlsx']),
    count: z.number().int().min(0).max(1_000_000),
  }),
  output: 'nothing',
});

export const verifyAudit = api('GET /audit/verify', 'admin', {
  summary: 'Vérifier la chaîne du journal',
  output: z.object({
    valid: z.boolean(),
    count: z.number().int(),
    /** The first line that does not follow from the one before. */
    broken_at: z.number().int().nullable(),
    head: z.string().nullable(),
  }),
});
