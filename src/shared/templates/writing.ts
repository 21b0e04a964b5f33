/** How tags are written, each with what it prints: for the screen and for `docs/templates.md`. */
export const WRITING: readonly { written: readonly string[]; prints: string }[] = [
  { written: ['{{ph}}'], prints: 'La valeur ; rien si elle manque.' },
  {
    written: ['{{libelle : ph}}'],
    prints: 'Le nom du champ, dans la langue du modèle : français ou anglais.',
  },
  { written: ['{{ph | sinon : non mesuré}}'], prints: 'La valeur, ou ce texte si elle manque.' },
  {
    written: ['{{date_validation | format : j MMMM aaaa}}'],
    prints: '« 1er mars 2026 ». Aussi : jj/MM/aaaa, EEEE j MMMM, dd/MM/yyyy.',
  },
  {
    written: ['{{densite | décimales : 2}}'],
    prints: 'Le nombre avec deux décimales, son unité et son signe gardés.',
  },
  {
    written: ['{{nom_produit | majuscules}}', '{{nom_produit | minuscules}}', '{{nom_produit | initiale}}'],
    prints: 'Le texte en capitales, en minuscules, ou avec une capitale au début.',
  },
  { written: ['{{#ph}}…{{/ph}}', '{{^ph}}…{{/ph}}'], prints: 'Le passage, si la valeur existe ; si elle manque.' },
  {
    written: ['{{#statut = Validé}}…{{/statut}}', '{{#statut ≠ Validé}}…{{/statut}}'],
    prints: 'Le passage, si la valeur est celle-là, ou une autre. La casse et les accents ne comptent pas ; != vaut ≠.',
  },
  {
    written: ['{{#ph > 7}}…{{/ph}}', '{{#ph ≤ 5,5}}…{{/ph}}'],
    prints: 'Le passage, si le nombre ou la date est au-delà, ou en deçà. >= vaut ≥ et <= vaut ≤.',
  },
  {
    written: ['{{#fichiers}}{{nom}}{{/fichiers}}'],
    prints: 'Le passage pour chaque élément de la liste. Dans une ligne de tableau, la ligne se répète.',
  },
  { written: ['{{@rang}}', '{{@total}}'], prints: 'Dans une liste : le rang de l’élément, et combien ils sont.' },
  {
    written: ['{{#@premier}}…{{/@premier}}', '{{^@dernier}}…{{/@dernier}}'],
    prints: 'Dans une liste : le passage pour le premier ; pour tous sauf le dernier.',
  },
  {
    written: ['{{#fichiers | séparateur : ", "}}{{nom}}{{/fichiers}}'],
    prints: 'Ce texte entre deux éléments, dans une phrase.',
  },
  {
    written: ['{{#marges | trier : mos}}…{{/marges}}', '{{#marges | trier : mos décroissant}}…{{/marges}}'],
    prints: 'La liste dans cet ordre : nombres, dates, ou textes comme au dictionnaire.',
  },
  {
    written: ['{{fichiers | nombre}}', '{{formule_lignes | somme : pourcentage}}'],
    prints: 'Combien d’éléments ; la somme d’une colonne.',
  },
  {
    written: ['{{image : photo}}', '{{image : etiquette}}'],
    prints:
      'Comme texte de remplacement d’une image de Word : la photo, ou l’étiquette, jointe au produit prend sa place, entière, dans son cadre.',
  },
  {
    written: ['{{dip_adresse | lien}}', '{{dip_adresse | lien : ouvrir le dossier}}'],
    prints: 'Un lien, si la valeur est une adresse, un courriel ou un DOI. Son texte est la valeur, ou celui-là.',
  },
  { written: ['\\{{ph}}'], prints: 'Les accolades elles-mêmes.' },
];
