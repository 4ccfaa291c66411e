import { FILES } from './files.ts';

export const invariants: Readonly<Record<string, string>> = {
  no_referenced_file_is_garbage: `select f.owner_id from (${FILES}) f join media_garbage g on g.blob_key = f.file`,
  files_are_of_one_picture: `select f.owner_id from (${FILES}) f
    where f.file in (select twice.file from (${FILES}) twice group by 1 having count(*) > 1)`,
};
