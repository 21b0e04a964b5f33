import type { IntakeKind } from '../intake/intake.contract.ts';

export interface ListedItem {
  kind: IntakeKind;
  label: string;
  required: boolean;
}

/** What a supplier is asked for, by what is bought: lists to begin with, which people change. */
export const REQUEST_LISTS: Readonly<Record<string, { label: string; items: readonly ListedItem[] }>> = {
  matiere: {
    label: 'Matière première',
    items: [
      { kind: 'FDS', label: 'Fiche de données de sécurité à jour, en français', required: true },
      { kind: 'fiche technique', label: 'Fiche technique, avec la composition et les impuretés', required: true },
      { kind: 'certificat d’analyse', label: 'Certificat d’analyse d’un lot récent', required: true },
      { kind: 'CMR', label: 'Attestation sur les substances CMR', required: true },
      { kind: 'allergènes', label: 'Déclaration des allergènes', required: true },
      { kind: 'nano', label: 'Attestation sur les nanomatériaux', required: true },
      { kind: 'expérimentation animale', label: 'Déclaration sur l’expérimentation animale', required: true },
      { kind: 'étude toxicologique', label: 'Profil toxicologique, ou études', required: false },
      { kind: 'origine', label: 'Attestation d’origine, ou certificat biologique', required: false },
    ],
  },
  parfum: {
    label: 'Parfum',
    items: [
      { kind: 'FDS', label: 'Fiche de données de sécurité à jour, en français', required: true },
      { kind: 'IFRA', label: 'Certificat IFRA, avec l’amendement et la catégorie du produit', required: true },
      { kind: 'allergènes', label: 'Teneurs en allergènes, en pour cent du parfum', required: true },
      { kind: 'CMR', label: 'Attestation sur les substances CMR', required: true },
      { kind: 'expérimentation animale', label: 'Déclaration sur l’expérimentation animale', required: true },
      { kind: 'étude toxicologique', label: 'Évaluation toxicologique du parfum', required: false },
    ],
  },
  emballage: {
    label: 'Emballage',
    items: [
      { kind: 'fiche technique', label: 'Fiche technique de l’emballage, avec ses matériaux', required: true },
      { kind: 'contact alimentaire', label: 'Déclaration d’aptitude au contact alimentaire', required: true },
      { kind: 'compatibilité', label: 'Essais de compatibilité ou de migration', required: false },
      { kind: 'autre', label: 'Attestation sur les métaux lourds et les phtalates', required: false },
    ],
  },
};
