import { lacksAudit } from '../../db/invariants.ts';

export const invariants: Readonly<Record<string, string>> = {
  reports_name_an_existing_target_and_its_owner: `select re.id from reports re where not exists (
    select 1 from posts po where re.target_type = 'post' and po.id = re.target_id and po.profile_id = re.target_profile_id
    union all select 1 from profiles pr where re.target_type = 'profile' and pr.id = re.target_id and pr.id = re.target_profile_id
    union all select 1 from messages m join actors ac on ac.id = m.sender_actor_id where re.target_type = 'message' and m.id = re.target_id
      and re.target_profile_id is not distinct from case ac.type when 'profile' then ac.entity_id end)`,
  no_profile_reports_itself: 'select id from reports where reporter_profile_id = target_profile_id',
  reports_are_in_the_audit_log: `select re.id from reports re where ${lacksAudit('re.id', 'report')}`,
};
