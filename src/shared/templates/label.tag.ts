export const LABEL = 'libelle:';
/** `{{libelle:ph}}` is the name of a field, in the language of the template: what it is called when it is filled. */
export const labelTag = (name: string): string => `${LABEL}${name}`;
/** What an author writes between the braces for a name. */
export const writtenName = (name: string): string => name.replace(LABEL, 'libelle : ');
