"""Configurations of the real servers in servers.py; gaps are filled with `%`."""

DOVECOT_23 = """
base_dir = %(home)s/run
state_dir = %(home)s/state
log_path = %(home)s/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_cert = <%(home)s/crt.pem
ssl_key = <%(home)s/key.pem
disable_plaintext_auth = no
default_internal_user = %(user)s
default_internal_group = %(group)s
default_login_user = %(user)s
first_valid_uid = 1
first_valid_gid = 1
mail_uid = %(user)s
mail_gid = %(group)s
mail_location = maildir:%(home)s/mail/%%u
mailbox_list_index = yes
passdb {
  driver = passwd-file
  args = scheme=PLAIN %(home)s/users
}
userdb {
  driver = static
  args = uid=%(user)s gid=%(group)s home=%(home)s/mail/%%u
}
lmtp_save_to_detail_mailbox = no
recipient_delimiter = +
"""

# After doc.dovecot.org; no machine with 2.4 was at hand.
DOVECOT_24 = """
dovecot_config_version = 2.4.0
dovecot_storage_version = 2.4.0
base_dir = %(home)s/run
state_dir = %(home)s/state
log_path = %(home)s/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = yes
ssl_server_cert_file = %(home)s/crt.pem
ssl_server_key_file = %(home)s/key.pem
auth_allow_cleartext = yes
default_internal_user = %(user)s
default_internal_group = %(group)s
default_login_user = %(user)s
first_valid_uid = 1
first_valid_gid = 1
mail_uid = %(user)s
mail_gid = %(group)s
mail_driver = maildir
mail_path = %(home)s/mail/%%{user}
passdb passwd-file {
  passwd_file_path = %(home)s/users
  default_password_scheme = PLAIN
}
userdb static {
  fields {
    uid = %(user)s
    gid = %(group)s
    home = %(home)s/mail/%%{user}
  }
}
lmtp_save_to_detail_mailbox = no
recipient_delimiter = +
"""

DOVECOT_COMMON = """
service lmtp {
  inet_listener lmtp {
    port = %(lmtp_port)s
  }
  user = %%(user)s
}
protocol lmtp {
  postmaster_address = postmaster@example.test
}
auth_failure_delay = 0
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %(port)s
  }
  inet_listener imaps {
    port = %(tls_port)s
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  separator = /
}
"""

EXIM = """
primary_hostname = mx.example.test
exim_user = %(user)s
exim_group = %(group)s
never_users =
deliver_drop_privilege = true
spool_directory = %(home)s/spool
log_file_path = %(home)s/log/%%slog
log_selector = +received_recipients
pid_file_path = %(home)s/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = %(port)s
tls_advertise_hosts = *
tls_certificate = %(home)s/crt.pem
tls_privatekey = %(home)s/key.pem
keep_environment =
message_size_limit = 20M
smtputf8_advertise_hosts = *
acl_smtp_rcpt = rcpt
acl_smtp_data = accept_all
qualify_domain = example.test
begin acl
rcpt:
  deny
    domains = refused.test
    message = no such user here
  defer
    domains = later.test
    message = come back later
  accept
accept_all:
  accept
begin routers
to_dovecot:
  driver = manualroute
  domains = example.test
  route_list = * 127.0.0.1
  self = send
  transport = lmtp
discard:
  driver = redirect
  data = :blackhole:
begin transports
lmtp:
  driver = smtp
  protocol = lmtp
  port = %(lmtp_port)s
  hosts_try_chunking =
begin retry
* * F,1h,5s
"""
