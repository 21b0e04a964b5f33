/** The words of an undesirable effect (Regulation (EC) 1223/2009, articles 2(1)(o) and (p), and 23): each as it is kept, and said. */
export const EFFECT_SOURCES = {
  consommateur: 'Consommateur',
  professionnel: 'Professionnel (santé, beauté)',
  vente: 'Point de vente',
  autorité: 'Autorité',
} as const;
export const EFFECT_USES = { normal: 'Usage normal', mésusage: 'Mésusage', inconnu: 'Inconnu' } as const;
export const AGE_RANGES = ['0-2', '3-11', '12-17', '18-64', '65+'] as const;

/** What makes an effect serious: article 2(1)(p). Severe is not serious: intensity does not count. */
export const SERIOUSNESS = {
  incapacite: 'Incapacité fonctionnelle temporaire ou permanente',
  handicap: 'Handicap',
  hospitalisation: 'Hospitalisation',
  anomalie_congenitale: 'Anomalie congénitale',
  risque_vital: 'Risque vital immédiat',
  deces: 'Décès',
} as const;
export type SeriousnessName = keyof typeof SERIOUSNESS;

/** What nobody has answered. */
export const UNKNOWN = 'inconnu';
/**
 * What causality is judged on, each answered by a person. Commission guidelines on serious undesirable effects (2012, 2013),
 * annex; the words of the values are checked against it by whoever revises this table.
 */
export const CRITERIA = {
  symptomatologie: { label: 'Symptomatologie', values: ['évocatrice', 'partielle', 'non évocatrice'] },
  chronologie: { label: 'Chronologie', values: ['compatible', 'partielle', 'incompatible'] },
  evolution: { label: 'Évolution à l’arrêt', values: ['favorable', 'défavorable'] },
  reexposition: { label: 'Réexposition', values: ['positive', 'négative', 'non faite'] },
  examens: { label: 'Examens', values: ['positifs', 'négatifs', 'non faits'] },
  autre_cause: { label: 'Autre cause', values: ['écartée', 'possible', 'établie', 'non cherchée'] },
} as const satisfies Record<string, { label: string; values: readonly string[] }>;
export type CriterionName = keyof typeof CRITERIA;

/** From the most to the least likely. Written by a person, never computed. */
export const CAUSALITY = ['très probable', 'probable', 'non clairement attribuable', 'improbable', 'exclue'] as const;
export type Causality = (typeof CAUSALITY)[number];
